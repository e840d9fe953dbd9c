/**
 * Where nonces are kept between giving one and signing in with it. Several instances of a backend need one that they share, such as Redis: `SET` with
 * an expiry, `GET`, and `DEL`, which says whether it was there.
 */
export interface Nonces {
  /** @param given.at - ms since 1970 */
  add(given: { readonly nonce: string; readonly at: number }): Promise<void>
  /** @returns when it was given, in ms since 1970; undefined for one that is unknown, used or over */
  givenAt(nonce: string): Promise<number | undefined>
  /** Uses it up. @returns whether this was the first use: of several at once exactly one is (X2) */
  use(nonce: string): Promise<boolean>
}

export interface MemoryNoncesOptions {
  /** How long a visitor has to sign, in milliseconds; 5 minutes by default [F6]. */
  readonly lifeMs?: number | undefined
  /** How many are kept; beyond it the oldest go. 100,000 by default, about 10 MB. */
  readonly most?: number | undefined
  /** In ms since 1970. */
  readonly now?: (() => number) | undefined
}

/**
 * Keeps nonces in this process: for one instance, and for development. Each is good once and for a time, and there are only so many.
 *
 * @example createSiwxVerifier({ domain: 'app.example', chains: ['eip155:1'], verifiers, nonces: memoryNonces() })
 */
export function memoryNonces({ lifeMs = 300_000, most = 100_000, now = Date.now }: MemoryNoncesOptions = {}): Nonces {
  // In the order in which they were given.
  const kept = new Map<string, number>()
  const forget = () => {
    for (const [nonce, at] of kept) {
      if (at + lifeMs > now() && kept.size <= most) return
      kept.delete(nonce)
    }
  }
  return {
    async add({ nonce, at }) {
      kept.set(nonce, at)
      forget()
    },
    async givenAt(nonce) {
      forget()
      return kept.get(nonce)
    },
    async use(nonce) {
      forget()
      return kept.delete(nonce)
    },
  }
}
