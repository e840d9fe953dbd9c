import { createNonce } from '../siwx/index.js'
import type { SiweConfigOptions } from './createSiweConfig.js'
import { repeats } from './repeats.js'
import type { SiwxHost } from './siwxHost.js'

interface Kept {
  readonly address: string
  readonly at: number
  /** Which nonce it is, for other tabs. */
  readonly stamp: string
  readonly nonce: Promise<string>
}

/** The key of the nonce that the host's server gave last: it may take no other by then. */
const key = 'nonce'

/** The nonce of the sign-in that is coming. */
export interface NonceAhead {
  /** An account is asked to sign in: its nonce is asked for, and again each interval for as long as it isn't taken. */
  expect(address: string): void
  /** The nonce to sign: the one that is there, where it is of the account, young enough, and the last that any tab was given; else a new one. */
  take(address: string | undefined): Promise<string>
  /** No sign-in is asked for any more. */
  forget(): void
}

/**
 * Has the nonce before the visitor presses, so that nothing stands between the press and the wallet: browsers open another app only right after one.
 * Each nonce is for one sign-in.
 */
export function nonceAhead({
  options: { getNonce, nonceRefetchIntervalMs: intervalMs = 300_000 },
  host: { clock, storage, onStop, report },
}: {
  readonly options: Pick<SiweConfigOptions, 'getNonce' | 'nonceRefetchIntervalMs'>
  readonly host: SiwxHost
}): NonceAhead {
  let kept: Kept | undefined
  const timer = repeats({ clock, intervalMs, onStop })
  const forget = () => {
    kept = undefined
    timer.stop()
  }
  const expect = (address: string) => {
    if (!(intervalMs > 0)) return
    const stamp = createNonce()
    // What throws at once fails as what fails later.
    const nonce = Promise.resolve(address).then(getNonce)
    storage.setItem(key, stamp)
    kept = { address, at: clock.now(), stamp, nonce }
    nonce.catch((error: unknown) => {
      report(error)
      if (kept?.stamp === stamp) kept = undefined
    })
    timer.start(() => expect(address))
  }
  return {
    expect,
    forget,
    async take(address) {
      const ahead = kept
      const isLast = ahead !== undefined && storage.getItem(key) === ahead.stamp
      const isYoung = ahead !== undefined && clock.now() - ahead.at < intervalMs
      forget()
      storage.removeItem(key)
      return isLast && isYoung && ahead.address === address ? ahead.nonce : getNonce(address)
    },
  }
}
