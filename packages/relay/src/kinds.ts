const fiveMinutes = 300
const hour = 3_600
const day = 86_400
/** The longest expiry that a request may have. */
const week = 604_800

/** The longest time that the protocol needs a message of each kind for, in seconds, by its tag. */
const longest: Readonly<Record<number, number>> = {
  // A pairing: deleted, pinged, extended.
  1000: day,
  1001: day,
  1002: 30,
  1003: 30,
  1004: day,
  1005: day,
  // A session: updated, extended.
  1104: day,
  1105: day,
  1106: day,
  1107: day,
  // A request is stored until it expires, which its page chooses; its answer is awaited at once.
  1108: week,
  1109: hour,
  // A session: deleted, pinged.
  1112: day,
  1113: day,
  1114: day,
  1115: day,
  // An authentication, whose page may choose its expiry too, and its answer.
  1116: week,
  1117: hour,
}

/**
 * Returns how long a message is stored: as asked, but no longer than its kind needs. Proposals, settlements, events,
 * refusals and what the protocol doesn't know have five minutes.
 * @param message.tag - the kind of message, by the protocol's table
 * @param message.ttl - in seconds
 * @returns seconds
 */
export const lifetimeOf = ({ tag, ttl }: { tag: number; ttl: number }): number =>
  Math.min(ttl, longest[tag] ?? fiveMinutes)
