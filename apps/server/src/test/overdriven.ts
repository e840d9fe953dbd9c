/** The multiple of its budget that a call is driven to. FOYER_FULL=1: ten; else enough to see refused and served. */
export const fold = process.env.FOYER_FULL ? 10 : 3

/** The part of it that is beyond the budget. */
export const beyond = fold - 1
