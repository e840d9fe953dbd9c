// Controls, direction marks and letters without a width: with them a name from outside could pose as another, or turn its line around.
const unseen = /[\p{Cc}\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu

/** A name from outside, as it may be shown [F14]. */
export function shownName(name: string): string {
  return name.replace(unseen, '').trim()
}
