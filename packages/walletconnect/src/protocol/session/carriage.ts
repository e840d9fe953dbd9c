/** How a message is handed to the relay. */
export interface Carriage {
  /** What kind of message it is, for the relay's figures; the only thing that it learns. */
  readonly tag: number
  /** Seconds that the relay keeps it for a peer who is away. */
  readonly ttl: number
  /** Whether the relay may wake a wallet for it. */
  readonly prompt: boolean
}

/** How a call travels, and its answer. */
export interface CallCarriage {
  readonly request: Carriage
  readonly response: Carriage
  /** The visitor's no, where it has a tag of its own. */
  readonly rejected?: Carriage | undefined
  /** The wallet's no, before its visitor was asked. */
  readonly autoRejected?: Carriage | undefined
}

export const fiveMinutes = 300

export const quiet = (tag: number, ttl: number): Carriage => ({ tag, ttl, prompt: false })
export const waking = (tag: number, ttl: number): Carriage => ({ tag, ttl, prompt: true })

/** A proposal's. It stands by itself, as an application says nothing else before a wallet has answered. */
export const proposalCarriage: Carriage = waking(1100, fiveMinutes)
