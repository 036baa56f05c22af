// Made by scripts/generate-openapi from docs/openapi.json.
// swift-format-ignore-file
#if Server
/// The description of the service's operations (OpenAPI 3.1).
enum OpenAPIDocument {
  /// The document in JSON.
  static let text = #"""
{
  "openapi": "3.1.0",
  "info": {
    "title": "Moniker",
    "version": "1",
    "description": "Nicknames and sessions: who is signed in on a device. Bodies are JSON, and members that are not described are ignored. Times are RFC 3339 in UTC. Wherever GET works, HEAD does, too. Another method gets 405 with the header Allow, an unknown one 501, an unknown address 404; a request that breaks HTTP may get 400 invalidRequest, and a defect of the service is 500 failure. Each is a problem document as described here. A request may have the header X-Request-ID, which the answer repeats."
  },
  "servers": [{"url": "/"}],
  "tags": [
    { "name": "Session", "description": "Signing in and out, and who it is." },
    { "name": "Sessions", "description": "The sessions of my accounts on all devices." },
    { "name": "Accounts", "description": "The accounts on this device." },
    { "name": "Devices", "description": "This device and the others." },
    { "name": "Links", "description": "Letting a device in from another one." },
    { "name": "Identity tokens", "description": "Telling other programs who somebody is." },
    { "name": "Profile", "description": "Title, description and picture." },
    { "name": "Photos", "description": "Pictures to choose from." },
    { "name": "History", "description": "What happened." },
    { "name": "Operating", "description": "For supervisors and monitoring." }
  ],
  "paths": {
    "/v1/sessions": {
      "post": {
        "operationId": "signIn",
        "summary": "Sign in: take a free nickname, or prove that a held one is yours",
        "tags": ["Session"],
        "security": [{}, {"token": []}, {"cookie": []}],
        "parameters": [{"$ref": "#/components/parameters/IdempotencyKey"}],
        "requestBody": {
          "required": true,
          "content": { "application/json": {"schema": {"$ref": "#/components/schemas/SignIn"}} }
        },
        "responses": {
          "201": {
            "description": "Signed in.",
            "headers": {
              "X-Request-ID": { "$ref": "#/components/headers/RequestID" },
              "Set-Cookie": { "$ref": "#/components/headers/SetCookie" }
            },
            "content": {
              "application/json": { "schema": {"$ref": "#/components/schemas/SignedIn"} }
            }
          },
          "400": {
            "description": "The request is not what the operation takes.",
            "headers": { "X-Request-ID": {"$ref": "#/components/headers/RequestID"} },
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {
                    "code": {
                      "enum": [
                        "invalidRequest", "authorization_pending", "access_denied", "slow_down"
                      ]
                    }
                  }
                }
              }
            }
          },
          "401": { "$ref": "#/components/responses/Unauthorized" },
          "403": {
            "description": "The caller may not do this.",
            "headers": { "X-Request-ID": {"$ref": "#/components/headers/RequestID"} },
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {
                    "code": {
                      "enum": [
                        "proofRequired", "signUpClosed", "accountSuspended", "identityToken",
                        "foreignPage"
                      ]
                    }
                  }
                }
              }
            }
          },
          "404": { "$ref": "#/components/responses/NoSuchLink" },
          "409": {
            "description": "The state is another one.",
            "headers": { "X-Request-ID": {"$ref": "#/components/headers/RequestID"} },
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {
                    "code": {
                      "enum": [
                        "nicknameTaken", "nicknameResembles", "idempotencyKeyUsed",
                        "idempotencyKeyExpired"
                      ]
                    }
                  }
                }
              }
            }
          },
          "413": { "$ref": "#/components/responses/TooLarge" },
          "415": { "$ref": "#/components/responses/UnsupportedMediaType" },
          "421": { "$ref": "#/components/responses/ForeignHost" },
          "422": {
            "description": "The values are not ones that the operation takes.",
            "headers": { "X-Request-ID": {"$ref": "#/components/headers/RequestID"} },
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {
                    "code": {
                      "enum": [
                        "invalidNickname", "invalidTerms", "invalidRecoveryKey",
                        "idempotencyKeyReused"
                      ]
                    }
                  }
                }
              }
            }
          },
          "429": { "$ref": "#/components/responses/TooManySignIns" },
          "503": { "$ref": "#/components/responses/StoreUnavailable" },
          "507": { "$ref": "#/components/responses/StoreFull" }
        }
      },
      "get": {
        "operationId": "listSessions",
        "summary": "List the sessions of the accounts on this device, on all devices",
        "tags": ["Sessions"],
        "security": [{"token": []}, {"cookie": []}],
        "parameters": [
          {
            "name": "state",
            "in": "query",
            "schema": { "type": "string", "enum": ["open", "ended"], "default": "open" },
            "description": "Open sessions in the order of their opening, or ended ones, the last one first."
          },
          { "$ref": "#/components/parameters/Limit" },
          { "$ref": "#/components/parameters/Cursor" },
          { "$ref": "#/components/parameters/Subject" }
        ],
        "responses": {
          "200": {
            "description": "A page of sessions.",
            "headers": { "X-Request-ID": {"$ref": "#/components/headers/RequestID"} },
            "content": {
              "application/json": { "schema": {"$ref": "#/components/schemas/SessionPage"} }
            }
          },
          "400": { "$ref": "#/components/responses/InvalidRequest" },
          "401": { "$ref": "#/components/responses/NotSignedIn" },
          "403": { "$ref": "#/components/responses/DeviceAlone" },
          "421": { "$ref": "#/components/responses/ForeignHost" },
          "422": { "$ref": "#/components/responses/InvalidCursor" },
          "429": { "$ref": "#/components/responses/TooManyRequests" },
          "503": { "$ref": "#/components/responses/StoreUnavailable" },
          "507": { "$ref": "#/components/responses/StoreFull" }
        }
      },
      "delete": {
        "operationId": "endSessions",
        "summary": "End several sessions",
        "tags": ["Sessions"],
        "security": [{"token": []}, {"cookie": []}],
        "parameters": [
          {
            "name": "which",
            "in": "query",
            "required": true,
            "schema": {
              "type": "string",
              "pattern": "^(this|others|otherDevices|all|[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12})$"
            },
            "description": "Those that end: that of the subject; all but that; those of its account on other devices; all; or the one with this ID."
          },
          { "$ref": "#/components/parameters/MonikerAccount" },
          { "$ref": "#/components/parameters/Subject" },
          { "$ref": "#/components/parameters/IdempotencyKey" }
        ],
        "responses": {
          "200": {
            "description": "The sessions that have ended.",
            "headers": { "X-Request-ID": {"$ref": "#/components/headers/RequestID"} },
            "content": {
              "application/json": { "schema": {"$ref": "#/components/schemas/EndedSessions"} }
            }
          },
          "400": { "$ref": "#/components/responses/InvalidRequest" },
          "401": { "$ref": "#/components/responses/NotSignedIn" },
          "403": { "$ref": "#/components/responses/OwnPageAlone" },
          "404": { "$ref": "#/components/responses/NoSuchSession" },
          "409": {
            "description": "The state is another one.",
            "headers": { "X-Request-ID": {"$ref": "#/components/headers/RequestID"} },
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": { "code": {"enum": ["accountChanged", "idempotencyKeyExpired"]} }
                }
              }
            }
          },
          "421": { "$ref": "#/components/responses/ForeignHost" },
          "422": {
            "description": "The values are not ones that the operation takes.",
            "headers": { "X-Request-ID": {"$ref": "#/components/headers/RequestID"} },
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": { "code": {"enum": ["idempotencyKeyReused"]} }
                }
              }
            }
          },
          "429": { "$ref": "#/components/responses/TooManyRequests" },
          "503": { "$ref": "#/components/responses/StoreUnavailable" },
          "507": { "$ref": "#/components/responses/StoreFull" }
        }
      }
    },
    "/v1/sessions/{id}": {
      "get": {
        "operationId": "showSession",
        "summary": "Show a session of an account on this device",
        "tags": ["Sessions"],
        "security": [{"token": []}, {"cookie": []}],
        "parameters": [
          {
            "name": "id",
            "in": "path",
            "required": true,
            "schema": { "type": "string", "minLength": 1 },
            "description": "The ID of a session."
          },
          { "$ref": "#/components/parameters/Subject" }
        ],
        "responses": {
          "200": {
            "description": "The session.",
            "headers": { "X-Request-ID": {"$ref": "#/components/headers/RequestID"} },
            "content": { "application/json": {"schema": {"$ref": "#/components/schemas/Session"}} }
          },
          "400": { "$ref": "#/components/responses/InvalidRequest" },
          "401": { "$ref": "#/components/responses/NotSignedIn" },
          "403": { "$ref": "#/components/responses/DeviceAlone" },
          "404": { "$ref": "#/components/responses/NoSuchSession" },
          "421": { "$ref": "#/components/responses/ForeignHost" },
          "429": { "$ref": "#/components/responses/TooManyRequests" },
          "503": { "$ref": "#/components/responses/StoreUnavailable" },
          "507": { "$ref": "#/components/responses/StoreFull" }
        }
      },
      "delete": {
        "operationId": "endSession",
        "summary": "End a session of an account on this device",
        "tags": ["Sessions"],
        "security": [{"token": []}, {"cookie": []}],
        "parameters": [
          {
            "name": "id",
            "in": "path",
            "required": true,
            "schema": { "type": "string", "minLength": 1 },
            "description": "The ID of a session."
          },
          { "$ref": "#/components/parameters/MonikerAccount" },
          { "$ref": "#/components/parameters/Subject" },
          { "$ref": "#/components/parameters/IdempotencyKey" }
        ],
        "responses": {
          "200": {
            "description": "The session, which has ended now or before.",
            "headers": { "X-Request-ID": {"$ref": "#/components/headers/RequestID"} },
            "content": { "application/json": {"schema": {"$ref": "#/components/schemas/Session"}} }
          },
          "400": { "$ref": "#/components/responses/InvalidRequest" },
          "401": { "$ref": "#/components/responses/NotSignedIn" },
          "403": { "$ref": "#/components/responses/OwnPageAlone" },
          "404": { "$ref": "#/components/responses/NoSuchSession" },
          "409": {
            "description": "The state is another one.",
            "headers": { "X-Request-ID": {"$ref": "#/components/headers/RequestID"} },
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": { "code": {"enum": ["accountChanged", "idempotencyKeyExpired"]} }
                }
              }
            }
          },
          "421": { "$ref": "#/components/responses/ForeignHost" },
          "422": {
            "description": "The values are not ones that the operation takes.",
            "headers": { "X-Request-ID": {"$ref": "#/components/headers/RequestID"} },
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": { "code": {"enum": ["idempotencyKeyReused"]} }
                }
              }
            }
          },
          "429": { "$ref": "#/components/responses/TooManyRequests" },
          "503": { "$ref": "#/components/responses/StoreUnavailable" },
          "507": { "$ref": "#/components/responses/StoreFull" }
        }
      }
    },
    "/v1/session": {
      "get": {
        "operationId": "currentSession",
        "summary": "Who is it: the active session of this device, or whom an identity token names",
        "tags": ["Session"],
        "security": [{"token": []}, {"cookie": []}, {"identityToken": []}],
        "responses": {
          "200": {
            "description": "The session; for an identity token the account alone.",
            "headers": { "X-Request-ID": {"$ref": "#/components/headers/RequestID"} },
            "content": {
              "application/json": {
                "schema": {
                  "anyOf": [
                    { "$ref": "#/components/schemas/Session" },
                    { "$ref": "#/components/schemas/Identity" }
                  ]
                }
              }
            }
          },
          "400": { "$ref": "#/components/responses/InvalidRequest" },
          "401": { "$ref": "#/components/responses/NotSignedIn" },
          "421": { "$ref": "#/components/responses/ForeignHost" },
          "429": { "$ref": "#/components/responses/TooManyRequests" },
          "503": { "$ref": "#/components/responses/StoreUnavailable" },
          "507": { "$ref": "#/components/responses/StoreFull" }
        },
        "description": "It counts as a use of the session, which renews one with an idle timeout. HEAD does not. If an identity token does not identify the subject, the answer is 401 with the code notSignedIn.",
        "parameters": [{"$ref": "#/components/parameters/Subject"}]
      },
      "delete": {
        "operationId": "signOut",
        "summary": "Sign out the active account of this device",
        "tags": ["Session"],
        "security": [{"token": []}, {"cookie": []}],
        "parameters": [
          { "$ref": "#/components/parameters/MonikerAccount" },
          { "$ref": "#/components/parameters/Subject" },
          { "$ref": "#/components/parameters/IdempotencyKey" }
        ],
        "responses": {
          "200": {
            "description": "Signed out.",
            "headers": { "X-Request-ID": {"$ref": "#/components/headers/RequestID"} },
            "content": {
              "application/json": { "schema": {"$ref": "#/components/schemas/SignedOut"} }
            }
          },
          "400": { "$ref": "#/components/responses/InvalidRequest" },
          "401": { "$ref": "#/components/responses/NotSignedIn" },
          "403": { "$ref": "#/components/responses/OwnPageAlone" },
          "409": {
            "description": "The state is another one.",
            "headers": { "X-Request-ID": {"$ref": "#/components/headers/RequestID"} },
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": { "code": {"enum": ["accountChanged", "idempotencyKeyExpired"]} }
                }
              }
            }
          },
          "421": { "$ref": "#/components/responses/ForeignHost" },
          "422": {
            "description": "The values are not ones that the operation takes.",
            "headers": { "X-Request-ID": {"$ref": "#/components/headers/RequestID"} },
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": { "code": {"enum": ["idempotencyKeyReused"]} }
                }
              }
            }
          },
          "429": { "$ref": "#/components/responses/TooManyRequests" },
          "503": { "$ref": "#/components/responses/StoreUnavailable" },
          "507": { "$ref": "#/components/responses/StoreFull" }
        }
      }
    },
    "/v1/session/nickname": {
      "put": {
        "operationId": "rename",
        "summary": "Give the active account another nickname",
        "tags": ["Session"],
        "security": [{"token": []}, {"cookie": []}],
        "parameters": [
          { "$ref": "#/components/parameters/MonikerAccount" },
          { "$ref": "#/components/parameters/Subject" },
          { "$ref": "#/components/parameters/IdempotencyKey" }
        ],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": { "schema": {"$ref": "#/components/schemas/NicknameChoice"} }
          }
        },
        "responses": {
          "200": {
            "description": "The session, with the new nickname.",
            "headers": { "X-Request-ID": {"$ref": "#/components/headers/RequestID"} },
            "content": {
              "application/json": { "schema": {"$ref": "#/components/schemas/ChangedSession"} }
            }
          },
          "400": { "$ref": "#/components/responses/InvalidRequest" },
          "401": { "$ref": "#/components/responses/NotSignedIn" },
          "403": { "$ref": "#/components/responses/OwnPageAlone" },
          "409": {
            "description": "The state is another one.",
            "headers": { "X-Request-ID": {"$ref": "#/components/headers/RequestID"} },
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {
                    "code": {
                      "enum": [
                        "accountChanged", "nicknameTaken", "nicknameResembles",
                        "idempotencyKeyExpired"
                      ]
                    }
                  }
                }
              }
            }
          },
          "413": { "$ref": "#/components/responses/TooLarge" },
          "415": { "$ref": "#/components/responses/UnsupportedMediaType" },
          "421": { "$ref": "#/components/responses/ForeignHost" },
          "422": {
            "description": "The values are not ones that the operation takes.",
            "headers": { "X-Request-ID": {"$ref": "#/components/headers/RequestID"} },
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": { "code": {"enum": ["invalidNickname", "idempotencyKeyReused"]} }
                }
              }
            }
          },
          "429": { "$ref": "#/components/responses/TooManyRequests" },
          "503": { "$ref": "#/components/responses/StoreUnavailable" },
          "507": { "$ref": "#/components/responses/StoreFull" }
        }
      }
    },
    "/v1/nicknames/{text}": {
      "get": {
        "operationId": "checkNickname",
        "summary": "Say whether a text is a nickname, and free",
        "tags": ["Session"],
        "security": [{}, {"token": []}, {"cookie": []}],
        "parameters": [
          {
            "name": "text",
            "in": "path",
            "required": true,
            "schema": { "type": "string", "minLength": 1 },
            "description": "The text that somebody typed."
          },
          {
            "name": "account",
            "in": "query",
            "schema": { "type": "string", "format": "uuid" },
            "description": "The account, signed in on this device, that would take it; without it, a new one."
          }
        ],
        "responses": {
          "200": {
            "description": "Whether it is; and if not, why.",
            "headers": { "X-Request-ID": {"$ref": "#/components/headers/RequestID"} },
            "content": {
              "application/json": { "schema": {"$ref": "#/components/schemas/NicknameCheck"} }
            }
          },
          "400": { "$ref": "#/components/responses/InvalidRequest" },
          "401": {
            "description": "The caller has not proved who they are, or nobody is signed in on the device.",
            "headers": {
              "X-Request-ID": { "$ref": "#/components/headers/RequestID" },
              "WWW-Authenticate": { "$ref": "#/components/headers/Challenge" }
            },
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": { "code": {"enum": ["unauthorized", "notSignedIn"]} }
                }
              }
            }
          },
          "403": { "$ref": "#/components/responses/DeviceAlone" },
          "421": { "$ref": "#/components/responses/ForeignHost" },
          "429": { "$ref": "#/components/responses/TooManyRequests" },
          "503": { "$ref": "#/components/responses/StoreUnavailable" },
          "507": { "$ref": "#/components/responses/StoreFull" }
        }
      }
    },
    "/v1/accounts": {
      "get": {
        "operationId": "listAccounts",
        "summary": "List the accounts that are signed in on this device",
        "tags": ["Accounts"],
        "security": [{"token": []}, {"cookie": []}],
        "responses": {
          "200": {
            "description": "The accounts.",
            "headers": { "X-Request-ID": {"$ref": "#/components/headers/RequestID"} },
            "content": {
              "application/json": { "schema": {"$ref": "#/components/schemas/AccountList"} }
            }
          },
          "400": { "$ref": "#/components/responses/InvalidRequest" },
          "401": { "$ref": "#/components/responses/Unauthorized" },
          "403": { "$ref": "#/components/responses/DeviceAlone" },
          "421": { "$ref": "#/components/responses/ForeignHost" },
          "422": { "$ref": "#/components/responses/InvalidCursor" },
          "429": { "$ref": "#/components/responses/TooManyRequests" },
          "503": { "$ref": "#/components/responses/StoreUnavailable" },
          "507": { "$ref": "#/components/responses/StoreFull" }
        },
        "parameters": [
          {
            "name": "limit",
            "in": "query",
            "schema": { "type": "integer", "minimum": 1, "maximum": 1000 },
            "description": "The size of a page; without it there is one page."
          },
          { "$ref": "#/components/parameters/Cursor" }
        ]
      }
    },
    "/v1/accounts/active": {
      "put": {
        "operationId": "switchAccount",
        "summary": "Make another account on this device the active one",
        "tags": ["Accounts"],
        "security": [{"token": []}, {"cookie": []}],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": { "schema": {"$ref": "#/components/schemas/AccountChoice"} }
          }
        },
        "responses": {
          "200": {
            "description": "Its session.",
            "headers": { "X-Request-ID": {"$ref": "#/components/headers/RequestID"} },
            "content": {
              "application/json": { "schema": {"$ref": "#/components/schemas/ChangedSession"} }
            }
          },
          "400": { "$ref": "#/components/responses/InvalidRequest" },
          "401": {
            "description": "The caller has not proved who they are, or nobody is signed in on the device.",
            "headers": {
              "X-Request-ID": { "$ref": "#/components/headers/RequestID" },
              "WWW-Authenticate": { "$ref": "#/components/headers/Challenge" }
            },
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": { "code": {"enum": ["unauthorized", "notSignedIn", "sessionEnded"]} }
                }
              }
            }
          },
          "403": { "$ref": "#/components/responses/OwnPageAlone" },
          "404": {
            "description": "There is no such thing, or none that the caller can see.",
            "headers": { "X-Request-ID": {"$ref": "#/components/headers/RequestID"} },
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": { "code": {"enum": ["noSuchAccount"]} }
                }
              }
            }
          },
          "409": {
            "description": "The state is another one.",
            "headers": { "X-Request-ID": {"$ref": "#/components/headers/RequestID"} },
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": { "code": {"enum": ["idempotencyKeyExpired", "ambiguous"]} }
                }
              }
            }
          },
          "413": { "$ref": "#/components/responses/TooLarge" },
          "415": { "$ref": "#/components/responses/UnsupportedMediaType" },
          "421": { "$ref": "#/components/responses/ForeignHost" },
          "422": {
            "description": "The values are not ones that the operation takes.",
            "headers": { "X-Request-ID": {"$ref": "#/components/headers/RequestID"} },
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": { "code": {"enum": ["idempotencyKeyReused"]} }
                }
              }
            }
          },
          "429": { "$ref": "#/components/responses/TooManyRequests" },
          "503": { "$ref": "#/components/responses/StoreUnavailable" },
          "507": { "$ref": "#/components/responses/StoreFull" }
        },
        "parameters": [{"$ref": "#/components/parameters/IdempotencyKey"}]
      }
    },
    "/v1/account": {
      "delete": {
        "operationId": "removeAccount",
        "summary": "Remove the active account",
        "tags": ["Accounts"],
        "security": [{"token": []}, {"cookie": []}],
        "parameters": [
          { "$ref": "#/components/parameters/MonikerAccount" },
          { "$ref": "#/components/parameters/Subject" },
          { "$ref": "#/components/parameters/IdempotencyKey" }
        ],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": { "schema": {"$ref": "#/components/schemas/AccountRemoval"} }
          }
        },
        "responses": {
          "200": {
            "description": "Removed.",
            "headers": { "X-Request-ID": {"$ref": "#/components/headers/RequestID"} },
            "content": {
              "application/json": { "schema": {"$ref": "#/components/schemas/RemovedAccount"} }
            }
          },
          "400": {
            "description": "The request is not what the operation takes.",
            "headers": { "X-Request-ID": {"$ref": "#/components/headers/RequestID"} },
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {
                    "code": {
                      "enum": [
                        "invalidRequest", "authorization_pending", "access_denied", "slow_down"
                      ]
                    }
                  }
                }
              }
            }
          },
          "401": { "$ref": "#/components/responses/NotSignedIn" },
          "403": { "$ref": "#/components/responses/ProofRequired" },
          "404": { "$ref": "#/components/responses/NoSuchLink" },
          "409": {
            "description": "The state is another one.",
            "headers": { "X-Request-ID": {"$ref": "#/components/headers/RequestID"} },
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": { "code": {"enum": ["accountChanged", "idempotencyKeyExpired"]} }
                }
              }
            }
          },
          "413": { "$ref": "#/components/responses/TooLarge" },
          "415": { "$ref": "#/components/responses/UnsupportedMediaType" },
          "421": { "$ref": "#/components/responses/ForeignHost" },
          "422": {
            "description": "The values are not ones that the operation takes.",
            "headers": { "X-Request-ID": {"$ref": "#/components/headers/RequestID"} },
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {
                    "code": { "enum": ["usage", "invalidRecoveryKey", "idempotencyKeyReused"] }
                  }
                }
              }
            }
          },
          "429": { "$ref": "#/components/responses/TooManyRequests" },
          "503": { "$ref": "#/components/responses/StoreUnavailable" },
          "507": { "$ref": "#/components/responses/StoreFull" }
        }
      }
    },
    "/v1/account/recovery-key": {
      "put": {
        "operationId": "replaceRecoveryKey",
        "summary": "Replace the recovery key of the active account",
        "tags": ["Accounts"],
        "security": [{"token": []}, {"cookie": []}],
        "parameters": [
          { "$ref": "#/components/parameters/MonikerAccount" },
          { "$ref": "#/components/parameters/IdempotencyKey" },
          { "$ref": "#/components/parameters/Subject" }
        ],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": { "schema": {"$ref": "#/components/schemas/KeyReplacement"} }
          }
        },
        "responses": {
          "200": {
            "description": "The new key, which is given once.",
            "headers": { "X-Request-ID": {"$ref": "#/components/headers/RequestID"} },
            "content": {
              "application/json": { "schema": {"$ref": "#/components/schemas/RecoveryKey"} }
            }
          },
          "400": {
            "description": "The request is not what the operation takes.",
            "headers": { "X-Request-ID": {"$ref": "#/components/headers/RequestID"} },
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {
                    "code": {
                      "enum": [
                        "invalidRequest", "authorization_pending", "access_denied", "slow_down"
                      ]
                    }
                  }
                }
              }
            }
          },
          "401": { "$ref": "#/components/responses/NotSignedIn" },
          "403": { "$ref": "#/components/responses/ProofRequired" },
          "404": { "$ref": "#/components/responses/NoSuchLink" },
          "409": {
            "description": "The state is another one.",
            "headers": { "X-Request-ID": {"$ref": "#/components/headers/RequestID"} },
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": { "code": {"enum": ["accountChanged", "idempotencyKeyExpired"]} }
                }
              }
            }
          },
          "413": { "$ref": "#/components/responses/TooLarge" },
          "415": { "$ref": "#/components/responses/UnsupportedMediaType" },
          "421": { "$ref": "#/components/responses/ForeignHost" },
          "422": {
            "description": "The values are not ones that the operation takes.",
            "headers": { "X-Request-ID": {"$ref": "#/components/headers/RequestID"} },
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {
                    "code": { "enum": ["invalidRecoveryKey", "idempotencyKeyReused"] }
                  }
                }
              }
            }
          },
          "429": { "$ref": "#/components/responses/TooManyRequests" },
          "503": { "$ref": "#/components/responses/StoreUnavailable" },
          "507": { "$ref": "#/components/responses/StoreFull" }
        }
      }
    },
    "/v1/devices": {
      "get": {
        "operationId": "listDevices",
        "summary": "List the devices of the accounts on this device",
        "tags": ["Devices"],
        "security": [{"token": []}, {"cookie": []}],
        "parameters": [
          { "$ref": "#/components/parameters/Limit" },
          { "$ref": "#/components/parameters/Cursor" }
        ],
        "responses": {
          "200": {
            "description": "A page of devices.",
            "headers": { "X-Request-ID": {"$ref": "#/components/headers/RequestID"} },
            "content": {
              "application/json": { "schema": {"$ref": "#/components/schemas/DevicePage"} }
            }
          },
          "400": { "$ref": "#/components/responses/InvalidRequest" },
          "401": { "$ref": "#/components/responses/Unauthorized" },
          "403": { "$ref": "#/components/responses/DeviceAlone" },
          "421": { "$ref": "#/components/responses/ForeignHost" },
          "422": { "$ref": "#/components/responses/InvalidCursor" },
          "429": { "$ref": "#/components/responses/TooManyRequests" },
          "503": { "$ref": "#/components/responses/StoreUnavailable" },
          "507": { "$ref": "#/components/responses/StoreFull" }
        }
      }
    },
    "/v1/device": {
      "delete": {
        "operationId": "forgetDevice",
        "summary": "Forget this device, and end its sessions",
        "tags": ["Devices"],
        "security": [{"token": []}, {"cookie": []}],
        "responses": {
          "200": {
            "description": "The sessions that have ended.",
            "headers": {
              "X-Request-ID": { "$ref": "#/components/headers/RequestID" },
              "Set-Cookie": { "$ref": "#/components/headers/SetCookie" }
            },
            "content": {
              "application/json": { "schema": {"$ref": "#/components/schemas/EndedSessions"} }
            }
          },
          "401": { "$ref": "#/components/responses/Unauthorized" },
          "403": { "$ref": "#/components/responses/OwnPageAlone" },
          "421": { "$ref": "#/components/responses/ForeignHost" },
          "429": { "$ref": "#/components/responses/TooManyRequests" },
          "503": { "$ref": "#/components/responses/StoreUnavailable" },
          "507": { "$ref": "#/components/responses/StoreFull" }
        }
      }
    },
    "/v1/device/token": {
      "post": {
        "operationId": "rotateToken",
        "summary": "Give this device a new token",
        "tags": ["Devices"],
        "security": [{"token": []}, {"cookie": []}],
        "parameters": [{"$ref": "#/components/parameters/IdempotencyKey"}],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": { "schema": {"$ref": "#/components/schemas/TokenRotation"} }
          }
        },
        "responses": {
          "201": {
            "description": "The new token. The old one holds until the new one is used.",
            "headers": {
              "X-Request-ID": { "$ref": "#/components/headers/RequestID" },
              "Set-Cookie": { "$ref": "#/components/headers/SetCookie" }
            },
            "content": {
              "application/json": { "schema": {"$ref": "#/components/schemas/DeviceToken"} }
            }
          },
          "400": { "$ref": "#/components/responses/InvalidRequest" },
          "401": { "$ref": "#/components/responses/Unauthorized" },
          "403": { "$ref": "#/components/responses/OwnPageAlone" },
          "413": { "$ref": "#/components/responses/TooLarge" },
          "415": { "$ref": "#/components/responses/UnsupportedMediaType" },
          "421": { "$ref": "#/components/responses/ForeignHost" },
          "429": { "$ref": "#/components/responses/TooManyRequests" },
          "503": { "$ref": "#/components/responses/StoreUnavailable" },
          "507": { "$ref": "#/components/responses/StoreFull" }
        }
      }
    },
    "/v1/links": {
      "post": {
        "operationId": "beginLink",
        "summary": "Begin a link, by which a device that is signed in lets this one in",
        "tags": ["Links"],
        "security": [{}, {"token": []}, {"cookie": []}],
        "parameters": [{"$ref": "#/components/parameters/IdempotencyKey"}],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": { "schema": {"$ref": "#/components/schemas/LinkBeginning"} }
          }
        },
        "responses": {
          "201": {
            "description": "The codes of the link.",
            "headers": {
              "X-Request-ID": { "$ref": "#/components/headers/RequestID" },
              "Set-Cookie": { "$ref": "#/components/headers/SetCookie" }
            },
            "content": {
              "application/json": { "schema": {"$ref": "#/components/schemas/LinkCodes"} }
            }
          },
          "400": { "$ref": "#/components/responses/InvalidRequest" },
          "401": { "$ref": "#/components/responses/Unauthorized" },
          "403": { "$ref": "#/components/responses/OwnPageAlone" },
          "409": {
            "description": "The state is another one.",
            "headers": { "X-Request-ID": {"$ref": "#/components/headers/RequestID"} },
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {
                    "code": { "enum": ["idempotencyKeyUsed", "idempotencyKeyExpired"] }
                  }
                }
              }
            }
          },
          "413": { "$ref": "#/components/responses/TooLarge" },
          "415": { "$ref": "#/components/responses/UnsupportedMediaType" },
          "421": { "$ref": "#/components/responses/ForeignHost" },
          "422": {
            "description": "The values are not ones that the operation takes.",
            "headers": { "X-Request-ID": {"$ref": "#/components/headers/RequestID"} },
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": { "code": {"enum": ["idempotencyKeyReused"]} }
                }
              }
            }
          },
          "429": { "$ref": "#/components/responses/TooManyRequests" },
          "503": { "$ref": "#/components/responses/StoreUnavailable" },
          "507": { "$ref": "#/components/responses/StoreFull" }
        },
        "description": "The device then signs in with the device code as its proof, every 5 seconds, until that is approved or denied (RFC 8628)."
      }
    },
    "/v1/links/lookup": {
      "post": {
        "operationId": "showLink",
        "summary": "Show who asks by a user code, before a person decides",
        "tags": ["Links"],
        "security": [{"token": []}, {"cookie": []}],
        "requestBody": {
          "required": true,
          "content": { "application/json": {"schema": {"$ref": "#/components/schemas/UserCode"}} }
        },
        "responses": {
          "200": {
            "description": "The link.",
            "headers": { "X-Request-ID": {"$ref": "#/components/headers/RequestID"} },
            "content": { "application/json": {"schema": {"$ref": "#/components/schemas/Link"}} }
          },
          "400": { "$ref": "#/components/responses/InvalidRequest" },
          "401": {
            "description": "The caller has not proved who they are, or nobody is signed in on the device.",
            "headers": {
              "X-Request-ID": { "$ref": "#/components/headers/RequestID" },
              "WWW-Authenticate": { "$ref": "#/components/headers/Challenge" }
            },
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": { "code": {"enum": ["unauthorized", "notSignedIn"]} }
                }
              }
            }
          },
          "403": { "$ref": "#/components/responses/OwnPageAlone" },
          "404": { "$ref": "#/components/responses/NoSuchLink" },
          "413": { "$ref": "#/components/responses/TooLarge" },
          "415": { "$ref": "#/components/responses/UnsupportedMediaType" },
          "421": { "$ref": "#/components/responses/ForeignHost" },
          "429": { "$ref": "#/components/responses/TooManyWrongCodes" },
          "503": { "$ref": "#/components/responses/StoreUnavailable" },
          "507": { "$ref": "#/components/responses/StoreFull" }
        }
      }
    },
    "/v1/links/approve": {
      "post": {
        "operationId": "approveLink",
        "summary": "Let a device in to one of the accounts on this device",
        "description": "For another purpose than signing in, both devices must have been signed in to the account for 24 hours.",
        "tags": ["Links"],
        "security": [{"token": []}, {"cookie": []}],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": { "schema": {"$ref": "#/components/schemas/LinkApproval"} }
          }
        },
        "responses": {
          "204": {
            "description": "Approved.",
            "headers": { "X-Request-ID": {"$ref": "#/components/headers/RequestID"} }
          },
          "400": { "$ref": "#/components/responses/InvalidRequest" },
          "401": { "$ref": "#/components/responses/NotSignedIn" },
          "403": {
            "description": "The caller may not do this.",
            "headers": { "X-Request-ID": {"$ref": "#/components/headers/RequestID"} },
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": { "code": {"enum": ["sessionsTooNew", "identityToken", "foreignPage"]} }
                }
              }
            }
          },
          "404": {
            "description": "There is no such thing, or none that the caller can see.",
            "headers": { "X-Request-ID": {"$ref": "#/components/headers/RequestID"} },
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": { "code": {"enum": ["noSuchLink", "noSuchAccount"]} }
                }
              }
            }
          },
          "409": {
            "description": "The state is another one.",
            "headers": { "X-Request-ID": {"$ref": "#/components/headers/RequestID"} },
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": { "code": {"enum": ["idempotencyKeyExpired"]} }
                }
              }
            }
          },
          "413": { "$ref": "#/components/responses/TooLarge" },
          "415": { "$ref": "#/components/responses/UnsupportedMediaType" },
          "421": { "$ref": "#/components/responses/ForeignHost" },
          "422": {
            "description": "The values are not ones that the operation takes.",
            "headers": { "X-Request-ID": {"$ref": "#/components/headers/RequestID"} },
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": { "code": {"enum": ["idempotencyKeyReused"]} }
                }
              }
            }
          },
          "429": { "$ref": "#/components/responses/TooManyWrongCodes" },
          "503": { "$ref": "#/components/responses/StoreUnavailable" },
          "507": { "$ref": "#/components/responses/StoreFull" }
        },
        "parameters": [{"$ref": "#/components/parameters/IdempotencyKey"}]
      }
    },
    "/v1/links/deny": {
      "post": {
        "operationId": "denyLink",
        "summary": "Refuse a device",
        "tags": ["Links"],
        "security": [{"token": []}, {"cookie": []}],
        "requestBody": {
          "required": true,
          "content": { "application/json": {"schema": {"$ref": "#/components/schemas/UserCode"}} }
        },
        "responses": {
          "204": {
            "description": "Denied.",
            "headers": { "X-Request-ID": {"$ref": "#/components/headers/RequestID"} }
          },
          "400": { "$ref": "#/components/responses/InvalidRequest" },
          "401": {
            "description": "The caller has not proved who they are, or nobody is signed in on the device.",
            "headers": {
              "X-Request-ID": { "$ref": "#/components/headers/RequestID" },
              "WWW-Authenticate": { "$ref": "#/components/headers/Challenge" }
            },
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": { "code": {"enum": ["unauthorized", "notSignedIn"]} }
                }
              }
            }
          },
          "403": { "$ref": "#/components/responses/OwnPageAlone" },
          "404": { "$ref": "#/components/responses/NoSuchLink" },
          "409": {
            "description": "The state is another one.",
            "headers": { "X-Request-ID": {"$ref": "#/components/headers/RequestID"} },
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": { "code": {"enum": ["idempotencyKeyExpired"]} }
                }
              }
            }
          },
          "413": { "$ref": "#/components/responses/TooLarge" },
          "415": { "$ref": "#/components/responses/UnsupportedMediaType" },
          "421": { "$ref": "#/components/responses/ForeignHost" },
          "422": {
            "description": "The values are not ones that the operation takes.",
            "headers": { "X-Request-ID": {"$ref": "#/components/headers/RequestID"} },
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": { "code": {"enum": ["idempotencyKeyReused"]} }
                }
              }
            }
          },
          "429": { "$ref": "#/components/responses/TooManyWrongCodes" },
          "503": { "$ref": "#/components/responses/StoreUnavailable" },
          "507": { "$ref": "#/components/responses/StoreFull" }
        },
        "parameters": [{"$ref": "#/components/parameters/IdempotencyKey"}]
      }
    },
    "/v1/identity-tokens": {
      "get": {
        "operationId": "listIdentityTokens",
        "summary": "List the identity tokens of the active account",
        "tags": ["Identity tokens"],
        "security": [{"token": []}, {"cookie": []}],
        "responses": {
          "200": {
            "description": "The tokens, without their secrets.",
            "headers": { "X-Request-ID": {"$ref": "#/components/headers/RequestID"} },
            "content": {
              "application/json": { "schema": {"$ref": "#/components/schemas/IdentityTokenList"} }
            }
          },
          "400": { "$ref": "#/components/responses/InvalidRequest" },
          "401": { "$ref": "#/components/responses/NotSignedIn" },
          "403": { "$ref": "#/components/responses/DeviceAlone" },
          "421": { "$ref": "#/components/responses/ForeignHost" },
          "429": { "$ref": "#/components/responses/TooManyRequests" },
          "503": { "$ref": "#/components/responses/StoreUnavailable" },
          "507": { "$ref": "#/components/responses/StoreFull" }
        },
        "parameters": [{"$ref": "#/components/parameters/Subject"}]
      },
      "post": {
        "operationId": "issueIdentityToken",
        "summary": "Make a token that tells another program who the active account is, and allows nothing else",
        "tags": ["Identity tokens"],
        "security": [{"token": []}, {"cookie": []}],
        "parameters": [
          { "$ref": "#/components/parameters/MonikerAccount" },
          { "$ref": "#/components/parameters/IdempotencyKey" },
          { "$ref": "#/components/parameters/Subject" }
        ],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": { "schema": {"$ref": "#/components/schemas/IdentityTokenIssue"} }
          }
        },
        "responses": {
          "201": {
            "description": "The token, which is given once.",
            "headers": { "X-Request-ID": {"$ref": "#/components/headers/RequestID"} },
            "content": {
              "application/json": { "schema": {"$ref": "#/components/schemas/IdentityToken"} }
            }
          },
          "400": { "$ref": "#/components/responses/InvalidRequest" },
          "401": { "$ref": "#/components/responses/NotSignedIn" },
          "403": { "$ref": "#/components/responses/OwnPageAlone" },
          "409": {
            "description": "The state is another one.",
            "headers": { "X-Request-ID": {"$ref": "#/components/headers/RequestID"} },
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": {
                    "code": {
                      "enum": [
                        "accountChanged", "tooManyIdentityTokens", "idempotencyKeyUsed",
                        "idempotencyKeyExpired"
                      ]
                    }
                  }
                }
              }
            }
          },
          "413": { "$ref": "#/components/responses/TooLarge" },
          "415": { "$ref": "#/components/responses/UnsupportedMediaType" },
          "421": { "$ref": "#/components/responses/ForeignHost" },
          "422": {
            "description": "The values are not ones that the operation takes.",
            "headers": { "X-Request-ID": {"$ref": "#/components/headers/RequestID"} },
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": { "code": {"enum": ["idempotencyKeyReused"]} }
                }
              }
            }
          },
          "429": { "$ref": "#/components/responses/TooManyRequests" },
          "503": { "$ref": "#/components/responses/StoreUnavailable" },
          "507": { "$ref": "#/components/responses/StoreFull" }
        }
      }
    },
    "/v1/identity-tokens/{id}": {
      "delete": {
        "operationId": "revokeIdentityToken",
        "summary": "Revoke an identity token of an account on this device",
        "tags": ["Identity tokens"],
        "security": [{"token": []}, {"cookie": []}],
        "parameters": [
          {
            "name": "id",
            "in": "path",
            "required": true,
            "schema": { "type": "string", "minLength": 1 },
            "description": "The ID of an identity token."
          },
          { "$ref": "#/components/parameters/MonikerAccount" },
          { "$ref": "#/components/parameters/Subject" }
        ],
        "responses": {
          "204": {
            "description": "Revoked.",
            "headers": { "X-Request-ID": {"$ref": "#/components/headers/RequestID"} }
          },
          "400": { "$ref": "#/components/responses/InvalidRequest" },
          "401": { "$ref": "#/components/responses/NotSignedIn" },
          "403": { "$ref": "#/components/responses/OwnPageAlone" },
          "404": {
            "description": "There is no such thing, or none that the caller can see.",
            "headers": { "X-Request-ID": {"$ref": "#/components/headers/RequestID"} },
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": { "code": {"enum": ["noSuchIdentityToken"]} }
                }
              }
            }
          },
          "409": { "$ref": "#/components/responses/AccountChanged" },
          "421": { "$ref": "#/components/responses/ForeignHost" },
          "429": { "$ref": "#/components/responses/TooManyRequests" },
          "503": { "$ref": "#/components/responses/StoreUnavailable" },
          "507": { "$ref": "#/components/responses/StoreFull" }
        }
      }
    },
    "/v1/profile": {
      "get": {
        "operationId": "showProfile",
        "summary": "Show the profile of the active account",
        "tags": ["Profile"],
        "security": [{"token": []}, {"cookie": []}],
        "parameters": [
          { "$ref": "#/components/parameters/IfNoneMatch" },
          { "$ref": "#/components/parameters/Subject" }
        ],
        "responses": {
          "200": {
            "description": "The profile.",
            "headers": {
              "X-Request-ID": { "$ref": "#/components/headers/RequestID" },
              "ETag": { "$ref": "#/components/headers/ETag" }
            },
            "content": { "application/json": {"schema": {"$ref": "#/components/schemas/Profile"}} }
          },
          "304": {
            "description": "The caller has this version.",
            "headers": {
              "X-Request-ID": { "$ref": "#/components/headers/RequestID" },
              "ETag": { "$ref": "#/components/headers/ETag" }
            }
          },
          "400": { "$ref": "#/components/responses/InvalidRequest" },
          "401": { "$ref": "#/components/responses/NotSignedIn" },
          "403": { "$ref": "#/components/responses/DeviceAlone" },
          "421": { "$ref": "#/components/responses/ForeignHost" },
          "429": { "$ref": "#/components/responses/TooManyRequests" },
          "503": { "$ref": "#/components/responses/StoreUnavailable" },
          "507": { "$ref": "#/components/responses/StoreFull" }
        }
      },
      "put": {
        "operationId": "saveProfile",
        "summary": "Save the profile of the active account",
        "tags": ["Profile"],
        "security": [{"token": []}, {"cookie": []}],
        "parameters": [
          {
            "name": "If-Match",
            "in": "header",
            "required": true,
            "schema": { "type": "string" },
            "description": "The ETag of the profile that was edited."
          },
          { "$ref": "#/components/parameters/MonikerAccount" },
          { "$ref": "#/components/parameters/Subject" },
          { "$ref": "#/components/parameters/IdempotencyKey" }
        ],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": { "schema": {"$ref": "#/components/schemas/ProfileEdit"} }
          }
        },
        "responses": {
          "200": {
            "description": "The profile as it is now.",
            "headers": {
              "X-Request-ID": { "$ref": "#/components/headers/RequestID" },
              "ETag": { "$ref": "#/components/headers/ETag" }
            },
            "content": { "application/json": {"schema": {"$ref": "#/components/schemas/Profile"}} }
          },
          "400": { "$ref": "#/components/responses/InvalidRequest" },
          "401": { "$ref": "#/components/responses/NotSignedIn" },
          "403": { "$ref": "#/components/responses/OwnPageAlone" },
          "404": { "$ref": "#/components/responses/NoSuchPhoto" },
          "409": {
            "description": "The state is another one.",
            "headers": { "X-Request-ID": {"$ref": "#/components/headers/RequestID"} },
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": { "code": {"enum": ["accountChanged", "idempotencyKeyExpired"]} }
                }
              }
            }
          },
          "412": {
            "description": "The profile was changed meanwhile.",
            "headers": { "X-Request-ID": {"$ref": "#/components/headers/RequestID"} },
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": { "code": {"enum": ["profileConflict"]} }
                }
              }
            }
          },
          "413": { "$ref": "#/components/responses/TooLarge" },
          "415": { "$ref": "#/components/responses/UnsupportedMediaType" },
          "421": { "$ref": "#/components/responses/ForeignHost" },
          "422": {
            "description": "The values are not ones that the operation takes.",
            "headers": { "X-Request-ID": {"$ref": "#/components/headers/RequestID"} },
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": { "code": {"enum": ["invalidProfile", "idempotencyKeyReused"]} }
                }
              }
            }
          },
          "428": {
            "description": "The header If-Match is missing.",
            "headers": { "X-Request-ID": {"$ref": "#/components/headers/RequestID"} },
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": { "code": {"enum": ["preconditionRequired"]} }
                }
              }
            }
          },
          "429": { "$ref": "#/components/responses/TooManyRequests" },
          "502": { "$ref": "#/components/responses/PhotoSourceFailed" },
          "503": { "$ref": "#/components/responses/StoreUnavailable" },
          "507": { "$ref": "#/components/responses/StoreFull" }
        }
      }
    },
    "/v1/photos": {
      "get": {
        "operationId": "listPhotos",
        "summary": "Return photos at random, to choose a picture from",
        "tags": ["Photos"],
        "security": [{"token": []}, {"cookie": []}],
        "parameters": [
          {
            "name": "count",
            "in": "query",
            "schema": { "type": "integer", "minimum": 0, "maximum": 30, "default": 10 },
            "description": "How many."
          }
        ],
        "responses": {
          "200": {
            "description": "The photos.",
            "headers": { "X-Request-ID": {"$ref": "#/components/headers/RequestID"} },
            "content": {
              "application/json": { "schema": {"$ref": "#/components/schemas/PhotoList"} }
            }
          },
          "400": { "$ref": "#/components/responses/InvalidRequest" },
          "401": { "$ref": "#/components/responses/Unauthorized" },
          "403": { "$ref": "#/components/responses/DeviceAlone" },
          "421": { "$ref": "#/components/responses/ForeignHost" },
          "422": {
            "description": "The values are not ones that the operation takes.",
            "headers": { "X-Request-ID": {"$ref": "#/components/headers/RequestID"} },
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": { "code": {"enum": ["usage"]} }
                }
              }
            }
          },
          "429": { "$ref": "#/components/responses/TooManyRequests" },
          "502": { "$ref": "#/components/responses/PhotoSourceFailed" },
          "503": { "$ref": "#/components/responses/StoreUnavailable" },
          "507": { "$ref": "#/components/responses/StoreFull" }
        }
      }
    },
    "/v1/photos/{id}": {
      "get": {
        "operationId": "showPhoto",
        "summary": "Show a photo",
        "tags": ["Photos"],
        "security": [{"token": []}, {"cookie": []}],
        "parameters": [
          {
            "name": "id",
            "in": "path",
            "required": true,
            "schema": { "type": "string", "minLength": 1 },
            "description": "The ID of a photo."
          }
        ],
        "responses": {
          "200": {
            "description": "The photo.",
            "headers": { "X-Request-ID": {"$ref": "#/components/headers/RequestID"} },
            "content": { "application/json": {"schema": {"$ref": "#/components/schemas/Photo"}} }
          },
          "400": { "$ref": "#/components/responses/InvalidRequest" },
          "401": { "$ref": "#/components/responses/Unauthorized" },
          "403": { "$ref": "#/components/responses/DeviceAlone" },
          "404": { "$ref": "#/components/responses/NoSuchPhoto" },
          "421": { "$ref": "#/components/responses/ForeignHost" },
          "429": { "$ref": "#/components/responses/TooManyRequests" },
          "502": { "$ref": "#/components/responses/PhotoSourceFailed" },
          "503": { "$ref": "#/components/responses/StoreUnavailable" },
          "507": { "$ref": "#/components/responses/StoreFull" }
        }
      }
    },
    "/v1/photos/{id}/image": {
      "get": {
        "operationId": "showImage",
        "summary": "Draw a photo",
        "tags": ["Photos"],
        "security": [{"token": []}, {"cookie": []}],
        "parameters": [
          {
            "name": "id",
            "in": "path",
            "required": true,
            "schema": { "type": "string", "minLength": 1 },
            "description": "The ID of a photo."
          }
        ],
        "responses": {
          "200": {
            "description": "The drawing, which can run nothing.",
            "headers": { "X-Request-ID": {"$ref": "#/components/headers/RequestID"} },
            "content": { "image/svg+xml": {"schema": {"type": "string"}} }
          },
          "400": { "$ref": "#/components/responses/InvalidRequest" },
          "401": { "$ref": "#/components/responses/Unauthorized" },
          "403": { "$ref": "#/components/responses/DeviceAlone" },
          "404": {
            "description": "There is no such thing, or none that the caller can see.",
            "headers": { "X-Request-ID": {"$ref": "#/components/headers/RequestID"} },
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": { "code": {"enum": ["noSuchPhoto", "noSuchResource"]} }
                }
              }
            }
          },
          "421": { "$ref": "#/components/responses/ForeignHost" },
          "429": { "$ref": "#/components/responses/TooManyRequests" },
          "502": { "$ref": "#/components/responses/PhotoSourceFailed" },
          "503": { "$ref": "#/components/responses/StoreUnavailable" },
          "507": { "$ref": "#/components/responses/StoreFull" }
        }
      }
    },
    "/v1/history": {
      "get": {
        "operationId": "listEvents",
        "summary": "List what happened to the accounts on this device, the newest first",
        "tags": ["History"],
        "security": [{"token": []}, {"cookie": []}],
        "parameters": [
          { "$ref": "#/components/parameters/Limit" },
          { "$ref": "#/components/parameters/Cursor" },
          { "$ref": "#/components/parameters/Subject" },
          {
            "name": "account",
            "in": "query",
            "schema": { "type": "string", "format": "uuid" },
            "description": "The events of this account alone."
          }
        ],
        "responses": {
          "200": {
            "description": "A page of events.",
            "headers": { "X-Request-ID": {"$ref": "#/components/headers/RequestID"} },
            "content": {
              "application/json": { "schema": {"$ref": "#/components/schemas/EventPage"} }
            }
          },
          "400": { "$ref": "#/components/responses/InvalidRequest" },
          "401": { "$ref": "#/components/responses/NotSignedIn" },
          "403": { "$ref": "#/components/responses/DeviceAlone" },
          "421": { "$ref": "#/components/responses/ForeignHost" },
          "422": { "$ref": "#/components/responses/InvalidCursor" },
          "429": { "$ref": "#/components/responses/TooManyRequests" },
          "503": { "$ref": "#/components/responses/StoreUnavailable" },
          "507": { "$ref": "#/components/responses/StoreFull" }
        }
      }
    },
    "/v1/events": {
      "get": {
        "operationId": "followSession",
        "summary": "Follow the session of this device",
        "tags": ["Session"],
        "security": [{"token": []}, {"cookie": []}],
        "responses": {
          "200": {
            "description": "Server-sent events; the schema is that of each.",
            "headers": { "X-Request-ID": {"$ref": "#/components/headers/RequestID"} },
            "content": {
              "text/event-stream": { "schema": {"$ref": "#/components/schemas/StreamEvent"} }
            }
          },
          "400": { "$ref": "#/components/responses/InvalidRequest" },
          "401": { "$ref": "#/components/responses/Unauthorized" },
          "403": { "$ref": "#/components/responses/DeviceAlone" },
          "421": { "$ref": "#/components/responses/ForeignHost" },
          "429": { "$ref": "#/components/responses/TooManyRequests" },
          "503": { "$ref": "#/components/responses/StoreUnavailable" },
          "507": { "$ref": "#/components/responses/StoreFull" }
        },
        "description": "The first event session (or view) has the present state, and each further one a change. The event end is the last one. Every 15 seconds without an event there is a comment.",
        "parameters": [
          {
            "name": "follow",
            "in": "query",
            "schema": { "type": "string", "enum": ["session", "view"] },
            "description": "What is told: the state of the active session (the default), or a version of all that the device may see."
          }
        ]
      }
    },
    "/health/live": {
      "get": {
        "operationId": "live",
        "summary": "Say that the process answers",
        "tags": ["Operating"],
        "security": [],
        "responses": {
          "200": {
            "description": "It does.",
            "headers": { "X-Request-ID": {"$ref": "#/components/headers/RequestID"} }
          },
          "429": { "$ref": "#/components/responses/TooManyRequests" }
        }
      }
    },
    "/health/ready": {
      "get": {
        "operationId": "ready",
        "summary": "Say whether the store can be read",
        "tags": ["Operating"],
        "security": [],
        "responses": {
          "200": {
            "description": "It can.",
            "headers": { "X-Request-ID": {"$ref": "#/components/headers/RequestID"} }
          },
          "429": { "$ref": "#/components/responses/TooManyRequests" },
          "503": { "$ref": "#/components/responses/StoreUnavailable" }
        }
      }
    },
    "/metrics": {
      "get": {
        "operationId": "metrics",
        "summary": "Return what the service has counted, for Prometheus",
        "tags": ["Operating"],
        "security": [],
        "responses": {
          "200": {
            "description": "The metrics, in the text format 0.0.4.",
            "headers": { "X-Request-ID": {"$ref": "#/components/headers/RequestID"} },
            "content": { "text/plain": {"schema": {"type": "string"}} }
          },
          "403": {
            "description": "The caller may not do this.",
            "headers": { "X-Request-ID": {"$ref": "#/components/headers/RequestID"} },
            "content": {
              "application/problem+json": {
                "schema": {
                  "$ref": "#/components/schemas/Problem",
                  "properties": { "code": {"enum": ["foreignClient"]} }
                }
              }
            }
          },
          "421": { "$ref": "#/components/responses/ForeignHost" },
          "429": { "$ref": "#/components/responses/TooManyRequests" }
        }
      }
    },
    "/openapi.json": {
      "get": {
        "operationId": "document",
        "summary": "Return this document",
        "tags": ["Operating"],
        "security": [],
        "parameters": [{"$ref": "#/components/parameters/IfNoneMatch"}],
        "responses": {
          "200": {
            "description": "The document.",
            "headers": {
              "X-Request-ID": { "$ref": "#/components/headers/RequestID" },
              "ETag": { "$ref": "#/components/headers/ETag" }
            },
            "content": { "application/json": {"schema": {"type": "object"}} }
          },
          "304": {
            "description": "The caller has this version.",
            "headers": {
              "X-Request-ID": { "$ref": "#/components/headers/RequestID" },
              "ETag": { "$ref": "#/components/headers/ETag" }
            }
          },
          "421": { "$ref": "#/components/responses/ForeignHost" },
          "429": { "$ref": "#/components/responses/TooManyRequests" }
        }
      }
    }
  },
  "components": {
    "securitySchemes": {
      "token": {
        "type": "http",
        "scheme": "bearer",
        "description": "The token of a device (RFC 6750), which begins with mnk_."
      },
      "identityToken": {
        "type": "http",
        "scheme": "bearer",
        "description": "An identity token, which begins with mni_."
      },
      "cookie": {
        "type": "apiKey",
        "in": "cookie",
        "name": "__Host-moniker",
        "description": "The token of a browser's device. Without TLS the name is moniker-dev- and the port. A request that changes something must come from a page of the service (Sec-Fetch-Site, else Origin)."
      }
    },
    "parameters": {
      "MonikerAccount": {
        "name": "Moniker-Account",
        "in": "header",
        "schema": { "type": "string", "format": "uuid" },
        "description": "The ID of the account that the request means. If it is not the active one on the device, the answer is 409 and nothing is changed. With a cookie it is required."
      },
      "IdempotencyKey": {
        "name": "Idempotency-Key",
        "in": "header",
        "schema": { "type": "string", "pattern": "^(\"[!#-~]{22,255}\"|[!#-~]{22,255})$" },
        "description": "A random text with at least 128 bits. Repeating the request with the same key, within 10 minutes, changes nothing and has the same answer; secrets in it are new ones, and the key is used up when the token in its answer was used."
      },
      "Limit": {
        "name": "limit",
        "in": "query",
        "schema": { "type": "integer", "minimum": 1, "maximum": 1000, "default": 100 },
        "description": "The size of a page."
      },
      "Cursor": {
        "name": "cursor",
        "in": "query",
        "schema": { "type": "string" },
        "description": "The value of next of the page before."
      },
      "IfNoneMatch": {
        "name": "If-None-Match",
        "in": "header",
        "schema": { "type": "string" },
        "description": "The ETag of the answer that the caller has."
      },
      "Subject": {
        "name": "subject",
        "in": "query",
        "schema": {
          "type": "string",
          "pattern": "^(active|account:[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}|nickname:.+)$"
        },
        "description": "In place of the active session: that of an account on this device, as account:ID or nickname:TEXT. With active it is the active session, too; in each case the operation is one of the device, and needs no active session. If Moniker-Account names another account, the answer is 409."
      }
    },
    "headers": {
      "RequestID": {
        "required": true,
        "schema": { "type": "string" },
        "description": "The ID of the request in the log; that of the caller, if the request has one."
      },
      "ETag": {
        "required": true,
        "schema": { "type": "string" },
        "description": "Names this version."
      },
      "RetryAfter": {
        "required": true,
        "schema": { "type": "integer", "minimum": 1 },
        "description": "After how many seconds to try again."
      },
      "Challenge": {
        "required": true,
        "schema": { "type": "string" },
        "description": "The scheme: Bearer."
      },
      "SetCookie": {
        "schema": { "type": "string" },
        "description": "The device's token, if the request asks for it there; or the end of the cookie."
      }
    },
    "responses": {
      "AccountChanged": {
        "description": "The state is another one.",
        "headers": { "X-Request-ID": {"$ref": "#/components/headers/RequestID"} },
        "content": {
          "application/problem+json": {
            "schema": {
              "$ref": "#/components/schemas/Problem",
              "properties": { "code": {"enum": ["accountChanged"]} }
            }
          }
        }
      },
      "DeviceAlone": {
        "description": "The caller may not do this.",
        "headers": { "X-Request-ID": {"$ref": "#/components/headers/RequestID"} },
        "content": {
          "application/problem+json": {
            "schema": {
              "$ref": "#/components/schemas/Problem",
              "properties": { "code": {"enum": ["identityToken"]} }
            }
          }
        }
      },
      "ForeignHost": {
        "description": "The request is for another host.",
        "headers": { "X-Request-ID": {"$ref": "#/components/headers/RequestID"} },
        "content": {
          "application/problem+json": {
            "schema": {
              "$ref": "#/components/schemas/Problem",
              "properties": { "code": {"enum": ["foreignHost"]} }
            }
          }
        }
      },
      "InvalidCursor": {
        "description": "The values are not ones that the operation takes.",
        "headers": { "X-Request-ID": {"$ref": "#/components/headers/RequestID"} },
        "content": {
          "application/problem+json": {
            "schema": {
              "$ref": "#/components/schemas/Problem",
              "properties": { "code": {"enum": ["invalidCursor"]} }
            }
          }
        }
      },
      "InvalidRequest": {
        "description": "The request is not what the operation takes.",
        "headers": { "X-Request-ID": {"$ref": "#/components/headers/RequestID"} },
        "content": {
          "application/problem+json": {
            "schema": {
              "$ref": "#/components/schemas/Problem",
              "properties": { "code": {"enum": ["invalidRequest"]} }
            }
          }
        }
      },
      "NoSuchLink": {
        "description": "There is no such thing, or none that the caller can see.",
        "headers": { "X-Request-ID": {"$ref": "#/components/headers/RequestID"} },
        "content": {
          "application/problem+json": {
            "schema": {
              "$ref": "#/components/schemas/Problem",
              "properties": { "code": {"enum": ["noSuchLink"]} }
            }
          }
        }
      },
      "NoSuchPhoto": {
        "description": "There is no such thing, or none that the caller can see.",
        "headers": { "X-Request-ID": {"$ref": "#/components/headers/RequestID"} },
        "content": {
          "application/problem+json": {
            "schema": {
              "$ref": "#/components/schemas/Problem",
              "properties": { "code": {"enum": ["noSuchPhoto"]} }
            }
          }
        }
      },
      "NoSuchSession": {
        "description": "There is no such thing, or none that the caller can see.",
        "headers": { "X-Request-ID": {"$ref": "#/components/headers/RequestID"} },
        "content": {
          "application/problem+json": {
            "schema": {
              "$ref": "#/components/schemas/Problem",
              "properties": { "code": {"enum": ["noSuchSession"]} }
            }
          }
        }
      },
      "NotSignedIn": {
        "description": "The caller has not proved who they are, or nobody is signed in on the device.",
        "headers": {
          "X-Request-ID": { "$ref": "#/components/headers/RequestID" },
          "WWW-Authenticate": { "$ref": "#/components/headers/Challenge" }
        },
        "content": {
          "application/problem+json": {
            "schema": {
              "$ref": "#/components/schemas/Problem",
              "properties": { "code": {"enum": ["unauthorized", "notSignedIn", "sessionEnded"]} }
            }
          }
        }
      },
      "OwnPageAlone": {
        "description": "The caller may not do this.",
        "headers": { "X-Request-ID": {"$ref": "#/components/headers/RequestID"} },
        "content": {
          "application/problem+json": {
            "schema": {
              "$ref": "#/components/schemas/Problem",
              "properties": { "code": {"enum": ["identityToken", "foreignPage"]} }
            }
          }
        }
      },
      "PhotoSourceFailed": {
        "description": "The source of the photos has failed; nothing was changed.",
        "headers": { "X-Request-ID": {"$ref": "#/components/headers/RequestID"} },
        "content": {
          "application/problem+json": {
            "schema": {
              "$ref": "#/components/schemas/Problem",
              "properties": { "code": {"enum": ["photoSourceFailed"]} }
            }
          }
        }
      },
      "ProofRequired": {
        "description": "The caller may not do this.",
        "headers": { "X-Request-ID": {"$ref": "#/components/headers/RequestID"} },
        "content": {
          "application/problem+json": {
            "schema": {
              "$ref": "#/components/schemas/Problem",
              "properties": { "code": {"enum": ["proofRequired", "identityToken", "foreignPage"]} }
            }
          }
        }
      },
      "StoreFull": {
        "description": "The store has no space left; nothing was changed.",
        "headers": { "X-Request-ID": {"$ref": "#/components/headers/RequestID"} },
        "content": {
          "application/problem+json": {
            "schema": {
              "$ref": "#/components/schemas/Problem",
              "properties": { "code": {"enum": ["storeFull"]} }
            }
          }
        }
      },
      "StoreUnavailable": {
        "description": "The store cannot be used at the moment.",
        "headers": {
          "X-Request-ID": { "$ref": "#/components/headers/RequestID" },
          "Retry-After": { "$ref": "#/components/headers/RetryAfter" }
        },
        "content": {
          "application/problem+json": {
            "schema": {
              "$ref": "#/components/schemas/Problem",
              "properties": { "code": {"enum": ["storeBusy", "storeFailed"]} }
            }
          }
        }
      },
      "TooLarge": {
        "description": "The body is too long.",
        "headers": { "X-Request-ID": {"$ref": "#/components/headers/RequestID"} },
        "content": {
          "application/problem+json": {
            "schema": {
              "$ref": "#/components/schemas/Problem",
              "properties": { "code": {"enum": ["tooLarge"]} }
            }
          }
        }
      },
      "TooManyRequests": {
        "description": "There were too many requests.",
        "headers": {
          "X-Request-ID": { "$ref": "#/components/headers/RequestID" },
          "Retry-After": { "$ref": "#/components/headers/RetryAfter" }
        },
        "content": {
          "application/problem+json": {
            "schema": {
              "$ref": "#/components/schemas/Problem",
              "properties": { "code": {"enum": ["tooManyRequests"]} }
            }
          }
        }
      },
      "TooManySignIns": {
        "description": "There were too many requests.",
        "headers": {
          "X-Request-ID": { "$ref": "#/components/headers/RequestID" },
          "Retry-After": { "$ref": "#/components/headers/RetryAfter" }
        },
        "content": {
          "application/problem+json": {
            "schema": {
              "$ref": "#/components/schemas/Problem",
              "properties": { "code": {"enum": ["tooManyRequests", "tooManyAccounts"]} }
            }
          }
        }
      },
      "TooManyWrongCodes": {
        "description": "There were too many requests.",
        "headers": {
          "X-Request-ID": { "$ref": "#/components/headers/RequestID" },
          "Retry-After": { "$ref": "#/components/headers/RetryAfter" }
        },
        "content": {
          "application/problem+json": {
            "schema": {
              "$ref": "#/components/schemas/Problem",
              "properties": { "code": {"enum": ["tooManyRequests", "tooManyWrongCodes"]} }
            }
          }
        }
      },
      "Unauthorized": {
        "description": "The caller has not proved who they are, or nobody is signed in on the device.",
        "headers": {
          "X-Request-ID": { "$ref": "#/components/headers/RequestID" },
          "WWW-Authenticate": { "$ref": "#/components/headers/Challenge" }
        },
        "content": {
          "application/problem+json": {
            "schema": {
              "$ref": "#/components/schemas/Problem",
              "properties": { "code": {"enum": ["unauthorized"]} }
            }
          }
        }
      },
      "UnsupportedMediaType": {
        "description": "The body is not JSON.",
        "headers": { "X-Request-ID": {"$ref": "#/components/headers/RequestID"} },
        "content": {
          "application/problem+json": {
            "schema": {
              "$ref": "#/components/schemas/Problem",
              "properties": { "code": {"enum": ["unsupportedMediaType"]} }
            }
          }
        }
      }
    },
    "schemas": {
      "Problem": {
        "type": "object",
        "description": "A refusal or a failure (RFC 9457).",
        "required": ["type", "title", "status", "code", "detail"],
        "properties": {
          "type": { "type": "string", "const": "about:blank" },
          "title": { "type": "string", "description": "The status in words." },
          "status": { "type": "integer", "description": "The status of the response." },
          "code": { "type": "string", "description": "What happened. Programs compare this." },
          "detail": {
            "type": "string",
            "description": "What happened, in sentences, which may change."
          },
          "ways": {
            "type": "array",
            "items": { "type": "string", "enum": ["recoveryKey", "link"] },
            "description": "How the caller can prove that the account is theirs, if the code is proofRequired."
          },
          "session": {
            "$ref": "#/components/schemas/Session",
            "description": "The session that has ended, if the code is sessionEnded."
          },
          "holder": {
            "type": "string",
            "description": "The nickname of the account that is in the way."
          },
          "until": {
            "type": "string",
            "format": "date-time",
            "description": "When what is in the way ends."
          }
        }
      },
      "Session": {
        "type": "object",
        "description": "A session and its account.",
        "required": [
          "nickname", "accountID", "sessionID", "signedInAt", "expiresAt", "endedAt", "endReason",
          "active", "deviceID", "lastSeenAt", "idleTimeoutSeconds", "host", "terminal",
          "accountCreatedAt"
        ],
        "properties": {
          "nickname": {
            "type": "string",
            "description": "The account's nickname. It can change: key everything by accountID."
          },
          "accountID": {
            "type": "string",
            "format": "uuid",
            "description": "The account, for ever."
          },
          "sessionID": { "type": "string", "format": "uuid" },
          "signedInAt": { "type": "string", "format": "date-time" },
          "expiresAt": {
            "type": ["string", "null"],
            "format": "date-time",
            "description": "When it ends by itself; null if never."
          },
          "endedAt": {
            "type": ["string", "null"],
            "format": "date-time",
            "description": "When it ended; null while it is open."
          },
          "endReason": {
            "type": ["string", "null"],
            "enum": ["expired", "signedOut", "revoked", null],
            "description": "Why it ended; null while it is open."
          },
          "active": {
            "type": "boolean",
            "description": "Whether it is the active session of its device."
          },
          "deviceID": { "type": "string", "format": "uuid" },
          "lastSeenAt": {
            "type": "string",
            "format": "date-time",
            "description": "When it was last used, as far as that was recorded."
          },
          "idleTimeoutSeconds": {
            "type": ["integer", "null"],
            "description": "How long it lasts after each use; null if use does not renew it."
          },
          "host": { "type": ["string", "null"], "description": "The address from which it began." },
          "terminal": { "type": ["string", "null"] },
          "accountCreatedAt": {
            "type": "string",
            "format": "date-time",
            "description": "When the account was added."
          }
        }
      },
      "Identity": {
        "type": "object",
        "description": "Whom an identity token names.",
        "required": ["accountID", "nickname"],
        "properties": {
          "accountID": { "type": "string", "format": "uuid" },
          "nickname": { "type": "string" }
        }
      },
      "SignIn": {
        "type": "object",
        "properties": {
          "nickname": {
            "type": ["string", "null"],
            "description": "The nickname; required unless the proof is a link."
          },
          "device": {
            "type": ["object", "null"],
            "properties": {
              "label": {
                "type": ["string", "null"],
                "description": "What people call the device: up to 255 bytes without control characters; another text is not kept."
              }
            },
            "description": "The new device; without meaning if the request has a token."
          },
          "expiresIn": {
            "type": ["integer", "null"],
            "minimum": 1,
            "maximum": 315360000,
            "description": "The lifetime of the session in seconds; without it the session does not end by itself."
          },
          "sliding": {
            "type": ["boolean", "null"],
            "description": "Whether each use extends the session by expiresIn, which is then at least 120."
          },
          "proof": {
            "type": ["object", "null"],
            "description": "Proves that the account is the caller's: one of the two.",
            "properties": {
              "recoveryKey": {
                "type": ["string", "null"],
                "description": "The recovery key of the account."
              },
              "link": {
                "type": ["string", "null"],
                "description": "The device code of a link of this device. The account is the one for which the link was approved, and nickname is ignored."
              }
            }
          },
          "tokenIn": {
            "type": ["string", "null"],
            "enum": ["body", "cookie", null],
            "description": "Where a new token goes: into the body (the default), or into a cookie that no script can read."
          },
          "minimumRemaining": {
            "type": ["integer", "null"],
            "minimum": 1,
            "maximum": 315360000,
            "description": "A session that is kept is extended by expiresIn if fewer seconds are left; at most expiresIn."
          }
        },
        "anyOf": [
          { "required": ["nickname"], "properties": {"nickname": {"type": "string"}} },
          {
            "required": ["proof"],
            "properties": {
              "proof": {
                "type": "object",
                "required": ["link"],
                "properties": { "link": {"type": "string"} }
              }
            }
          }
        ]
      },
      "SignedIn": {
        "type": "object",
        "required": ["newAccount", "newSession", "session", "renewed"],
        "properties": {
          "token": {
            "type": "string",
            "description": "The device's new token, if it has got one and not in a cookie. It is given once."
          },
          "recoveryKey": {
            "type": "string",
            "description": "The recovery key of a new account. It is given once."
          },
          "newAccount": { "type": "boolean" },
          "newSession": { "type": "boolean" },
          "session": { "$ref": "#/components/schemas/Session" },
          "renewed": {
            "type": "boolean",
            "description": "Whether a session that was kept ends later now."
          }
        }
      },
      "SignedOut": {
        "type": "object",
        "required": ["stillSignedIn", "moreSignedIn", "stillOpen"],
        "properties": {
          "signedOut": {
            "$ref": "#/components/schemas/Session",
            "description": "The session that was ended; missing if another call has ended it."
          },
          "stillSignedIn": {
            "type": "array",
            "items": { "type": "string" },
            "description": "The nicknames that are still signed in on this device."
          },
          "moreSignedIn": {
            "type": "boolean",
            "description": "Whether there are more than the list has."
          },
          "stillOpen": {
            "type": "array",
            "items": { "$ref": "#/components/schemas/Session" },
            "description": "The sessions of these nicknames."
          }
        }
      },
      "NicknameChoice": {
        "type": "object",
        "required": ["nickname"],
        "properties": {
          "nickname": { "type": "string", "description": "The text that the person typed." }
        }
      },
      "NicknameCheck": {
        "type": "object",
        "required": ["available"],
        "properties": {
          "nickname": {
            "type": "string",
            "description": "The nickname as it would be stored; missing if the text is not one."
          },
          "available": { "type": "boolean", "description": "Whether somebody could take it." },
          "code": {
            "type": "string",
            "enum": ["invalidNickname", "nicknameTaken", "nicknameResembles"],
            "description": "Why not."
          },
          "detail": { "type": "string", "description": "Why not, in sentences." },
          "holder": {
            "type": "string",
            "description": "The nickname of the account that is in the way."
          },
          "until": {
            "type": "string",
            "format": "date-time",
            "description": "When what is in the way ends."
          }
        }
      },
      "SessionPage": {
        "type": "object",
        "required": ["sessions"],
        "properties": {
          "sessions": { "type": "array", "items": {"$ref": "#/components/schemas/Session"} },
          "next": {
            "type": "string",
            "description": "The cursor of the next page; missing on the last one."
          }
        }
      },
      "EndedSessions": {
        "type": "object",
        "required": ["ended"],
        "properties": {
          "ended": { "type": "array", "items": {"$ref": "#/components/schemas/Session"} }
        }
      },
      "Account": {
        "type": "object",
        "description": "An account, and its session on this device, whose fields are null if there is none.",
        "required": [
          "nickname", "accountID", "sessionID", "signedInAt", "expiresAt", "endedAt", "endReason",
          "createdAt", "lastSignedInAt", "signedIn", "active"
        ],
        "properties": {
          "nickname": { "type": "string" },
          "accountID": { "type": "string", "format": "uuid" },
          "sessionID": { "type": ["string", "null"], "format": "uuid" },
          "signedInAt": { "type": ["string", "null"], "format": "date-time" },
          "expiresAt": { "type": ["string", "null"], "format": "date-time" },
          "endedAt": { "type": ["string", "null"], "format": "date-time" },
          "endReason": {
            "type": ["string", "null"],
            "enum": ["expired", "signedOut", "revoked", null]
          },
          "createdAt": { "type": "string", "format": "date-time" },
          "lastSignedInAt": { "type": ["string", "null"], "format": "date-time" },
          "signedIn": {
            "type": "boolean",
            "description": "Whether its session on this device is open."
          },
          "active": {
            "type": "boolean",
            "description": "Whether it is the active account of this device."
          }
        }
      },
      "AccountList": {
        "type": "object",
        "required": ["accounts", "sessions"],
        "properties": {
          "accounts": { "type": "array", "items": {"$ref": "#/components/schemas/Account"} },
          "next": {
            "type": "string",
            "description": "The cursor of the next page; missing on the last one."
          },
          "sessions": {
            "type": "array",
            "items": { "$ref": "#/components/schemas/Session" },
            "description": "The sessions of these accounts on this device."
          }
        }
      },
      "AccountChoice": {
        "type": "object",
        "description": "The account that becomes the active one: the first of the three that is given.",
        "properties": {
          "accountID": {
            "type": ["string", "null"],
            "format": "uuid",
            "description": "An account that is signed in on this device."
          },
          "nickname": { "type": ["string", "null"], "description": "The nickname of one." },
          "onlyOther": {
            "type": ["boolean", "null"],
            "description": "True for the only one that is not active."
          }
        },
        "anyOf": [
          { "required": ["accountID"], "properties": {"accountID": {"type": "string"}} },
          { "required": ["nickname"], "properties": {"nickname": {"type": "string"}} },
          { "required": ["onlyOther"], "properties": {"onlyOther": {"const": true}} }
        ]
      },
      "AccountRemoval": {
        "type": "object",
        "required": ["nickname"],
        "properties": {
          "nickname": {
            "type": "string",
            "description": "The nickname of the active account, in its exact spelling."
          },
          "recoveryKey": {
            "type": ["string", "null"],
            "description": "The present recovery key of the account."
          },
          "link": {
            "type": ["string", "null"],
            "description": "In place of the key: the device code of a link for this purpose, which another device of the account has approved."
          }
        }
      },
      "KeyReplacement": {
        "type": "object",
        "properties": {
          "recoveryKey": {
            "type": ["string", "null"],
            "description": "The present recovery key of the account."
          },
          "link": {
            "type": ["string", "null"],
            "description": "In place of the key: the device code of a link for this purpose, which another device of the account has approved."
          }
        }
      },
      "RemovedAccount": {
        "type": "object",
        "required": ["removed", "accountID"],
        "properties": {
          "removed": {
            "type": "string",
            "description": "The nickname, which is free again after a rest."
          },
          "accountID": { "type": "string", "format": "uuid" }
        }
      },
      "RecoveryKey": {
        "type": "object",
        "required": ["recoveryKey"],
        "properties": { "recoveryKey": {"type": "string"} }
      },
      "Device": {
        "type": "object",
        "required": ["deviceID", "label", "registeredAt", "host", "current"],
        "properties": {
          "deviceID": { "type": "string", "format": "uuid" },
          "label": { "type": ["string", "null"] },
          "registeredAt": { "type": "string", "format": "date-time" },
          "host": { "type": ["string", "null"] },
          "current": { "type": "boolean", "description": "Whether it is the caller's." }
        }
      },
      "DevicePage": {
        "type": "object",
        "required": ["devices"],
        "properties": {
          "devices": { "type": "array", "items": {"$ref": "#/components/schemas/Device"} },
          "next": {
            "type": "string",
            "description": "The cursor of the next page; missing on the last one."
          }
        }
      },
      "TokenRotation": {
        "type": "object",
        "properties": {
          "tokenIn": {
            "type": ["string", "null"],
            "enum": ["body", "cookie", null],
            "description": "Where a new token goes: into the body (the default), or into a cookie that no script can read."
          }
        }
      },
      "DeviceToken": {
        "type": "object",
        "properties": {
          "token": {
            "type": "string",
            "description": "The new token; missing if it is in a cookie."
          }
        }
      },
      "LinkBeginning": {
        "type": "object",
        "properties": {
          "device": {
            "type": ["object", "null"],
            "properties": {
              "label": {
                "type": ["string", "null"],
                "description": "What people call the device: up to 255 bytes without control characters; another text is not kept."
              }
            },
            "description": "The new device; without meaning if the request has a token."
          },
          "purpose": {
            "type": ["string", "null"],
            "enum": ["signIn", "recoveryKey", "removal", null],
            "description": "What another device is asked to approve: a session (the default), a new recovery key, or the removal of the account. Only a sign-in can be asked for without a token."
          },
          "tokenIn": {
            "type": ["string", "null"],
            "enum": ["body", "cookie", null],
            "description": "Where a new token goes: into the body (the default), or into a cookie that no script can read."
          }
        }
      },
      "LinkCodes": {
        "type": "object",
        "description": "A link that has begun (RFC 8628, section 3.2).",
        "required": ["deviceCode", "userCode", "verificationURI", "expiresIn", "interval"],
        "properties": {
          "token": {
            "type": "string",
            "description": "The token of a new device, if it is not in a cookie."
          },
          "deviceCode": {
            "type": "string",
            "description": "The secret by which this device asks for its session."
          },
          "userCode": {
            "type": "string",
            "description": "What the person types on a device that is signed in."
          },
          "verificationURI": {
            "type": "string",
            "format": "uri",
            "description": "Where a person types it."
          },
          "expiresIn": {
            "type": "integer",
            "description": "After how many seconds the codes end."
          },
          "interval": {
            "type": "integer",
            "description": "How many seconds this device waits between two questions."
          }
        }
      },
      "UserCode": {
        "type": "object",
        "required": ["userCode"],
        "properties": {
          "userCode": { "type": "string", "description": "The code that the other device shows." }
        }
      },
      "LinkApproval": {
        "type": "object",
        "required": ["userCode", "accountID"],
        "properties": {
          "userCode": { "type": "string", "description": "The code that the other device shows." },
          "accountID": {
            "type": "string",
            "format": "uuid",
            "description": "The account, signed in on this device, that the other device gets."
          }
        }
      },
      "Link": {
        "type": "object",
        "required": ["purpose", "startedAt", "endsAt"],
        "properties": {
          "purpose": { "type": "string", "enum": ["signIn", "recoveryKey", "removal"] },
          "label": { "type": "string", "description": "What its person calls the device." },
          "host": { "type": "string", "description": "The address from which it asks." },
          "startedAt": { "type": "string", "format": "date-time" },
          "endsAt": { "type": "string", "format": "date-time" }
        }
      },
      "IdentityToken": {
        "type": "object",
        "required": ["id", "issuedAt", "deviceID"],
        "properties": {
          "id": { "type": "string", "format": "uuid" },
          "label": { "type": "string" },
          "issuedAt": { "type": "string", "format": "date-time" },
          "expiresAt": {
            "type": "string",
            "format": "date-time",
            "description": "Missing if it does not end by itself."
          },
          "deviceID": {
            "type": "string",
            "format": "uuid",
            "description": "The device that has issued it."
          },
          "token": {
            "type": "string",
            "description": "The token itself, in the answer to its issue alone."
          }
        }
      },
      "IdentityTokenList": {
        "type": "object",
        "required": ["identityTokens"],
        "properties": {
          "identityTokens": {
            "type": "array",
            "items": { "$ref": "#/components/schemas/IdentityToken" }
          }
        }
      },
      "IdentityTokenIssue": {
        "type": "object",
        "properties": {
          "label": {
            "type": ["string", "null"],
            "description": "What the person calls it: up to 255 bytes without control characters; another text is not kept."
          },
          "expiresIn": {
            "type": ["integer", "null"],
            "minimum": 1,
            "maximum": 315360000,
            "description": "Its lifetime in seconds; without it the token holds until it is revoked."
          }
        }
      },
      "Picture": {
        "type": "object",
        "required": ["id", "text", "address", "author", "authorAddress", "source"],
        "properties": {
          "id": { "type": "string" },
          "text": { "type": ["string", "null"], "description": "What it shows." },
          "address": { "type": ["string", "null"] },
          "author": { "type": ["string", "null"] },
          "authorAddress": { "type": ["string", "null"] },
          "source": { "type": ["string", "null"] }
        }
      },
      "Profile": {
        "type": "object",
        "required": [
          "accountID", "nickname", "title", "description", "picture", "version", "changedAt"
        ],
        "properties": {
          "accountID": { "type": "string", "format": "uuid" },
          "nickname": { "type": "string" },
          "title": { "type": "string", "description": "One line; empty if there is none." },
          "description": { "type": "string", "description": "Lines; empty if there is none." },
          "picture": { "anyOf": [{"$ref": "#/components/schemas/Picture"}, {"type": "null"}] },
          "version": {
            "type": "integer",
            "description": "How many times the profile was changed."
          },
          "changedAt": {
            "type": ["string", "null"],
            "format": "date-time",
            "description": "Null before the first time."
          }
        }
      },
      "ProfileEdit": {
        "type": "object",
        "required": ["title", "description"],
        "properties": {
          "title": { "type": "string" },
          "description": { "type": "string" },
          "pictureID": {
            "type": ["string", "null"],
            "description": "The ID of a photo; null for no picture."
          }
        }
      },
      "Photo": {
        "type": "object",
        "required": [
          "id", "text", "address", "thumbnail", "page", "author", "authorAddress", "source", "svg"
        ],
        "properties": {
          "id": { "type": "string" },
          "text": { "type": ["string", "null"], "description": "What it shows." },
          "address": { "type": ["string", "null"] },
          "thumbnail": {
            "type": ["string", "null"],
            "description": "The address of a small form."
          },
          "page": { "type": ["string", "null"], "description": "The address of a page about it." },
          "author": { "type": ["string", "null"] },
          "authorAddress": { "type": ["string", "null"] },
          "source": { "type": ["string", "null"] },
          "svg": { "type": ["string", "null"], "description": "The photo itself, if it is drawn." }
        }
      },
      "PhotoList": {
        "type": "object",
        "required": ["photos"],
        "properties": {
          "photos": { "type": "array", "items": {"$ref": "#/components/schemas/Photo"} }
        }
      },
      "Event": {
        "type": "object",
        "required": [
          "sequence", "time", "kind", "nickname", "previousNickname", "accountID", "accountRemoved",
          "sessionID", "deviceID", "host", "terminal"
        ],
        "properties": {
          "sequence": { "type": "integer", "description": "Its number, which ascends." },
          "time": { "type": "string", "format": "date-time" },
          "kind": {
            "type": "string",
            "enum": [
              "accountAdded", "signedIn", "signedOut", "expired", "revoked", "switched", "renamed",
              "profileChanged", "recoveryKeyReplaced", "suspended", "resumed", "accountRemoved"
            ]
          },
          "nickname": {
            "type": ["string", "null"],
            "description": "The nickname after the event; null if the account was removed since."
          },
          "previousNickname": { "type": ["string", "null"] },
          "accountID": { "type": "string", "format": "uuid" },
          "accountRemoved": { "type": "boolean" },
          "sessionID": { "type": ["string", "null"], "format": "uuid" },
          "deviceID": { "type": "string", "format": "uuid" },
          "host": { "type": ["string", "null"] },
          "terminal": { "type": ["string", "null"] }
        }
      },
      "StreamEvent": {
        "type": "object",
        "required": ["event", "data"],
        "properties": {
          "event": { "type": "string", "enum": ["session", "view", "end"] },
          "data": {
            "type": "string",
            "contentMediaType": "application/json",
            "contentSchema": {
              "anyOf": [
                { "$ref": "#/components/schemas/SessionState" },
                { "$ref": "#/components/schemas/StreamView" },
                { "$ref": "#/components/schemas/StreamEnd" }
              ]
            }
          }
        }
      },
      "SessionState": {
        "type": "object",
        "description": "The data of the event session.",
        "required": ["state"],
        "properties": {
          "state": { "type": "string", "enum": ["signedOut", "signedIn", "ended"] },
          "session": {
            "$ref": "#/components/schemas/Session",
            "description": "Missing if nobody is signed in."
          }
        }
      },
      "StreamEnd": {
        "type": "object",
        "description": "The data of the event end.",
        "required": ["reason"],
        "properties": {
          "reason": {
            "type": "string",
            "enum": ["revoked", "storeFailed", "timeout", "shutdown"],
            "description": "The token proves nothing any more; the store failed; an hour has passed; or the service ends."
          }
        }
      },
      "EventPage": {
        "type": "object",
        "required": ["events"],
        "properties": {
          "events": { "type": "array", "items": {"$ref": "#/components/schemas/Event"} },
          "next": {
            "type": "string",
            "description": "The cursor of the next page; missing on the last one."
          }
        }
      },
      "ChangedSession": {
        "type": "object",
        "description": "A session after a change, and the one before it.",
        "required": [
          "nickname", "accountID", "sessionID", "signedInAt", "expiresAt", "endedAt", "endReason",
          "active", "deviceID", "lastSeenAt", "idleTimeoutSeconds", "host", "terminal",
          "accountCreatedAt", "before"
        ],
        "properties": {
          "nickname": {
            "type": "string",
            "description": "The account's nickname. It can change: key everything by accountID."
          },
          "accountID": {
            "type": "string",
            "format": "uuid",
            "description": "The account, for ever."
          },
          "sessionID": { "type": "string", "format": "uuid" },
          "signedInAt": { "type": "string", "format": "date-time" },
          "expiresAt": {
            "type": ["string", "null"],
            "format": "date-time",
            "description": "When it ends by itself; null if never."
          },
          "endedAt": {
            "type": ["string", "null"],
            "format": "date-time",
            "description": "When it ended; null while it is open."
          },
          "endReason": {
            "type": ["string", "null"],
            "enum": ["expired", "signedOut", "revoked", null],
            "description": "Why it ended; null while it is open."
          },
          "active": {
            "type": "boolean",
            "description": "Whether it is the active session of its device."
          },
          "deviceID": { "type": "string", "format": "uuid" },
          "lastSeenAt": {
            "type": "string",
            "format": "date-time",
            "description": "When it was last used, as far as that was recorded."
          },
          "idleTimeoutSeconds": {
            "type": ["integer", "null"],
            "description": "How long it lasts after each use; null if use does not renew it."
          },
          "host": { "type": ["string", "null"], "description": "The address from which it began." },
          "terminal": { "type": ["string", "null"] },
          "accountCreatedAt": {
            "type": "string",
            "format": "date-time",
            "description": "When the account was added."
          },
          "before": {
            "anyOf": [{"$ref": "#/components/schemas/Session"}, {"type": "null"}],
            "description": "The session before a new nickname, or the one that was active before a switch; null if none was."
          }
        }
      },
      "StreamView": {
        "type": "object",
        "required": ["version"],
        "properties": {
          "version": {
            "type": "string",
            "description": "Another text after each change of what the device may see."
          }
        }
      }
    }
  }
}
"""#
}
#endif
