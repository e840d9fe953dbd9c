/** How many times longer a fixed piece of work takes here, on all cores at once, than where the limits were written: 1 to 20. */
export function measurePace(): Promise<number>

/** What ends a test that hangs, so far above what any takes that none needs another: in milliseconds, of this machine. */
export interface TestLimits {
  /** A test, and what is set up before and after it. */
  readonly testMs: number
  /** What is waited for within one: a state, an element, an answer. */
  readonly stateMs: number
}

/** Measures the pace where nobody has so far, for this process and all that it starts. */
export function settlePace(): Promise<TestLimits>

/**
 * @param ms what is waited for on the machine that the limits were written on
 * @returns what it takes on this one
 */
export function patience(ms: number): number

export function limits(): TestLimits
