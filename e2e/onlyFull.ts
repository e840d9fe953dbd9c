/** Marks a journey whose parts another one walks: `npm run test:full` walks it too. */
export const onlyFull = { tag: '@full' } as const

/** Of ways that differ in one part: all but one are walked under `npm run test:full` alone. */
export const unless = (isWalked: boolean): { readonly tag?: '@full' } => (isWalked ? {} : onlyFull)
