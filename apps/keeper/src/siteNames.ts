import { nameSiteCall, signWord } from '@foyer/custody/keeperWord'
import type { Clock } from '@foyer/service/clock'
import type { Log } from '@foyer/service/log/createLog'
import type { KeeperSecrets } from '@foyer/service/seal/keeperKeys'
import type { Soon } from '@foyer/service/soon'
import * as v from 'valibot'
import { seconds } from './ceremony.js'
import type { CallLogin } from './notifyLogin.js'

/** Names sites in mails: the keeper has no projects, and whoever asks it may say any site. */
export interface SiteNames {
  /** Names the site of an origin as the operator's projects do. @returns null where none allows it, and where the login server, which has them, can't be asked */
  nameOf(site: string): Soon<string | null>
}

interface SiteNamesParameters {
  readonly walletOrigin: string
  readonly secrets: Pick<KeeperSecrets, 'signing'>
  readonly clock: Pick<Clock, 'now'>
  readonly callLogin: CallLogin
  readonly log: Pick<Log, 'warn'>
}

/** The login server's time to answer: a mail that is owed has to be on its way in a few seconds. */
const timeoutMs = 3_000
/** The time for which an answer counts; mails at once ask once. */
const lifeMs = 60_000
/** Bounds memory while sites are made up: the oldest are evicted. */
const mostKept = 1_000

/** Creates the names of sites, by what the login server answers to the keeper's word. */
export function createSiteNames({ walletOrigin, secrets, clock, callLogin, log }: SiteNamesParameters): SiteNames {
  const kept = new Map<string, { readonly at: number; name: Soon<string | null> }>()
  const ask = async (site: string): Promise<string | null> => {
    const word = { site, expiresAt: seconds(clock.now() + lifeMs) }
    const receipt = await signWord('site', secrets.signing, word)
    const answer = await callLogin(nameSiteCall, { body: { receipt }, timeoutMs })
    if (!answer.ok) {
      await answer.body?.cancel()
      throw new UnansweredError({ status: answer.status })
    }
    const { name } = v.parse(nameSiteCall.reply, await answer.json())
    return name !== null && isWithin({ name, site }) ? name : null
  }
  const askOnce = (site: string): Promise<string | null> => {
    const asked = ask(site)
      .then((name) => {
        entry.name = name
        return name
      })
      .catch((error: unknown) => {
        // The mail goes out all the same, and names none; the next asks again.
        if (kept.get(site) === entry) kept.delete(site)
        log.warn({ call: nameSiteCall.id, error }, 'the login server named no site')
        return null
      })
    const entry: { readonly at: number; name: Soon<string | null> } = { at: clock.now(), name: asked }
    kept.delete(site) // so that the oldest stay first
    kept.set(site, entry)
    for (const oldest of kept.keys()) {
      if (kept.size <= mostKept) break
      kept.delete(oldest)
    }
    return asked
  }
  return {
    nameOf(site) {
      if (site === walletOrigin) return new URL(walletOrigin).host
      const known = kept.get(site)
      const ageMs = known === undefined ? lifeMs : clock.now() - known.at
      return known !== undefined && ageMs >= 0 && ageMs < lifeMs ? known.name : askOnce(site)
    },
  }
}

/** The login server has answered, and named nothing. */
class UnansweredError extends Error {
  override readonly name = 'UnansweredError'
  readonly status: number

  constructor({ status }: { status: number }) {
    super(`The login server named no site (${status}).`)
    this.status = status
  }
}

/** Whether a name is the site's host or a domain above it: the login server has no word of its own in the keeper's mails. */
function isWithin({ name, site }: { readonly name: string; readonly site: string }): boolean {
  const { host, hostname } = new URL(site)
  return name === host || name === hostname || hostname.endsWith(`.${name}`)
}
