"""What is computed for a page is computed once per version."""

from league.web.support.version_memo import VersionMemo


def test_a_value_is_made_once_per_version():
    memo, made = VersionMemo(max_entries=2), []

    def make():
        made.append(len(made))
        return f"value {made[-1]}"

    assert [memo.get_or_make("a", 1, make), memo.get_or_make("a", 1, make)] == ["value 0"] * 2
    assert memo.get_or_make("a", 2, make) == "value 1"
    assert memo.get_or_make("b", 2, make) == "value 2"
    assert memo.get_or_make("a", 2, make) == "value 1"
    memo.clear()
    assert memo.get_or_make("a", 2, make) == "value 3"


def test_the_values_made_last_stay():
    memo = VersionMemo(max_entries=2)
    for key in "abc":
        memo.get_or_make(key, 1, key.lower)
    assert memo.get_or_make("c", 1, lambda: "new") == "c"
    assert memo.get_or_make("b", 1, lambda: "new") == "b"
    assert memo.get_or_make("a", 1, lambda: "new") == "new"
