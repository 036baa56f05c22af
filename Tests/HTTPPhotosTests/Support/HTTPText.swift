#if Server
/// A whole answer of HTTP/1.1.
func http(_ status: String, _ fields: String..., content: String = "") -> String {
  let head = ["HTTP/1.1 \(status)", "Content-Length: \(content.utf8.count)"] + fields
  return head.joined(separator: "\r\n") + "\r\n\r\n" + content
}

/// A photo as the API describes it, with fields that nobody needs.
///
/// - Parameters:
///   - id: the ID.
///   - api: the address of the API.
func photoJSON(_ id: String, api: String) -> String {
  """
  {
    "id": "\(id)", "slug": "a-cat-\(id)", "width": 5245, "height": 3497.5, "color": "#60544D",
    "alt_description": "a cat on a r\\u00f6of", "description": null, "likes": 12, "sponsored": false,
    "urls": {
      "raw": "https://images.example/\(id)?raw", "full": "https://images.example/\(id)?full",
      "regular": "https://images.example/\(id)?w=1080", "small": "https://images.example/\(id)?w=400",
      "thumb": "https://images.example/\(id)?w=200"
    },
    "links": {
      "self": "\(api)/photos/\(id)", "html": "https://photos.example/photos/\(id)",
      "download": "https://photos.example/photos/\(id)/download",
      "download_location": "\(api)/photos/\(id)/download?ixid=M3w&x=1"
    },
    "user": {
      "id": "u1", "name": "Mina Kim", "bio": null,
      "links": {"self": "\(api)/users/mina", "html": "https://photos.example/@mina"}
    },
    "tags": [{"type": "search", "title": "cat"}]
  }
  """
}
#endif
