"""Messages about faults that any JSON document may have."""

from problems.text import Text

NOT_UTF8 = Text("not_utf8", "Byte {byte} is not valid UTF-8. Save the text as UTF-8.")
NOT_JSON = Text("not_json", "This is not valid JSON: error at line {line}, column {column}.")
NUMBER_TOO_LONG = Text("number_too_long", "A number has too many digits. Shorten it.")
NOT_AN_OBJECT = Text("not_an_object", "Enter an object with named entries. Found: {found}.")
UNKNOWN_KEY = Text("unknown_key", "Unknown entry “{key}”. Possible entries: {expected}.")
NOT_A_LIST = Text("not_a_list", "Enter a list. Found: {found}.")
WRONG_LENGTH = Text("wrong_length", "Entries in this list: {found}. Required: {expected}.")
TOO_LONG = Text("too_long", "Entries in this list: {found}. Maximum: {most}.")
NOT_A_FLAG = Text("not_a_flag", "Choose true or false. Found: {found}.")
NOT_A_NAME = Text("not_a_name", "Enter a player’s name of 1 to {most} characters. Found: {found}.")
NOT_A_NUMBER = Text("not_a_number", "{found} is not a JSON number. Enter a number.")
SAME_KEY = Text("same_key", "The entry “{key}” appears twice in one object. Keep one.")
TOO_DEEP = Text("too_deep", "Lists and objects are nested too deeply. A few levels are enough.")
MISSING_KEY = Text("missing_key", "Missing: “{key}”.")
NOT_A_CHOICE = Text("not_a_choice", "Choose one of {expected}. Found: {found}.")
