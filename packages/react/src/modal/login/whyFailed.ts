import type { Login } from '../../headless/login.js'
import type { Say } from '../../headless/say.js'

/** Why a login failed: when another may be begun, or the wallet's own words, or the kit's. */
export const whyFailed = (say: Say, { notice, reason, tooEarly }: Login): string =>
  tooEarly === undefined ? (reason ?? say(notice ?? 'login.failed')) : say('login.tooEarly', { seconds: tooEarly })
