// Rounds of one phone that are not saved: half entered, or refused by the server. One per match, number and (for a
// correction) version, in localStorage, so that a reload loses nothing. Every function works without storage, too.
window.drafts = (() => {
  const PREFIX = "manche.draft.";
  const LONGEST = 7 * 24 * 3600 * 1000;

  const keyOf = (match, number, seen) => `${PREFIX}${match}.${number}.${seen || 0}`;
  const keys = () => Object.keys(localStorage).filter((key) => key.startsWith(PREFIX));

  function parse(key) {
    try {
      return JSON.parse(localStorage.getItem(key));
    } catch {
      return null;
    }
  }

  // whether it is stored; a full storage first loses the drafts of other matches
  function write(match, number, seen, draft) {
    const key = keyOf(match, number, seen);
    const text = JSON.stringify({ ...draft, match, number, seen: seen || 0, at: Date.now() });
    try {
      localStorage.setItem(key, text);
      return true;
    } catch {
      return writeAfterRemoval(key, text, match);
    }
  }

  function writeAfterRemoval(key, text, match) {
    try {
      for (const other of keys()) if (!other.startsWith(`${PREFIX}${match}.`)) localStorage.removeItem(other);
      localStorage.setItem(key, text);
      return true;
    } catch {
      return false;
    }
  }

  const read = (match, number, seen) => parse(keyOf(match, number, seen));

  function drop(match, number, seen) {
    try {
      localStorage.removeItem(keyOf(match, number, seen));
    } catch {
      /* nothing was stored */
    }
  }

  // new rounds of a match, not corrections
  function ofMatch(match) {
    try {
      return keys()
        .map(parse)
        .filter((draft) => draft?.match === match && !draft.seen)
        .sort((a, b) => a.number - b.number);
    } catch {
      return [];
    }
  }

  // a round that anyone has saved needs no draft any more
  function dropSaved(match, next) {
    for (const { number } of ofMatch(match)) if (number < next) drop(match, number);
  }

  function dropOld() {
    try {
      for (const key of keys()) if (!(Date.now() - parse(key)?.at < LONGEST)) localStorage.removeItem(key);
    } catch {
      /* nothing is stored */
    }
  }

  return { read, write, drop, ofMatch, dropSaved, dropOld };
})();
