import MonikerPresentation
import Testing

@Suite struct `A page control` {
  @Test(
    arguments: [
      (80, 0, 0), (80, 79.999, 0), (80, 80, 1), (80, 81, 1), (80, 159, 1), (80, 160, 2),
      (80, 799, 9), (80, 800, 9), (80, 1e300, 9), (80, -1, 0), (80, -1e300, 0),
      (390, 389, 0), (390, 390, 1), (390, 3_509, 8), (390, 3_510, 9), (390, 3_900, 9),
      (1, 0.5, 0), (1, 8.5, 8), (1, 9, 9), (1, 10, 9), (0.5, 1, 2),
      (80, .infinity, 9), (80, -.infinity, 0), (80, .nan, 0), (80, -0.0, 0),
      (0, 80, 0), (-0.0, 80, 0), (-80, 80, 0), (-80, -160, 0), (0, 0, 0),
      (.nan, 80, 0), (.nan, .nan, 0), (.infinity, 80, 0), (.infinity, .infinity, 0),
      (-.infinity, 80, 0), (.leastNonzeroMagnitude, .greatestFiniteMagnitude, 9),
      (.leastNonzeroMagnitude, .leastNonzeroMagnitude, 1),
      (.greatestFiniteMagnitude, .greatestFiniteMagnitude, 1),
    ] as [(Double, Double, Int)]
  )
  func `shows the whole part of offset by width, within its ten pages`(
    width: Double,
    offset: Double,
    page: Int
  ) {
    let control = PageControl(numberOfPages: 10, offset: offset, width: width)
    #expect(control.currentPage == page)
    #expect(control.numberOfPages == 10)
  }

  @Test(arguments: [0, -1, Int.min], [0, 1, 80, 390, .nan, .infinity] as [Double])
  func `shows the page 0 if there are no pages`(number: Int, width: Double) {
    for offset in [-1, 0, 79, 80, 1e300, .infinity, .nan] {
      let control = PageControl(numberOfPages: number, offset: offset, width: width)
      #expect(control.numberOfPages == 0)
      #expect(control.currentPage == 0)
    }
  }

  @Test(arguments: [(1, 0), (2, 1), (.max, .max - 1)])
  func `never shows a page beyond the last`(number: Int, last: Int) {
    for offset in [1e19, 1e300, .infinity] {
      #expect(PageControl(numberOfPages: number, offset: offset, width: 1).currentPage == last)
    }
  }

  @Test func `begins with the first page`() {
    #expect(PageControl(numberOfPages: 3).currentPage == 0)
  }
}
