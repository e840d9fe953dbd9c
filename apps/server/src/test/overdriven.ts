/** How many times its budget a call is driven. FOYER_FULL=1: ten times; else what tells refused from served as well. */
export const fold = process.env.FOYER_FULL ? 10 : 3

/** The part of it that is beyond the budget. */
export const beyond = fold - 1
