import * as loginCalls from '@foyer/login/loginCalls'
import { beginEmailChangeCall, verifyEmailChangeCall } from '@foyer/login/loginEmailCalls'
import * as sponsorCalls from '@foyer/login/sponsorCalls'

const { contributeCall, keepWalletCall, claimWalletCall, readWalletCall, openDoorCall, addDoorCall, removeDoorCall } =
  loginCalls

/** The paths of the login server's calls that are taken in a session alone. */
const paths = new Set<string>(
  [
    ...[contributeCall, keepWalletCall, claimWalletCall, readWalletCall, openDoorCall, addDoorCall, removeDoorCall],
    ...[beginEmailChangeCall, verifyEmailChangeCall],
    ...Object.values(sponsorCalls).flatMap((each) => ('path' in each ? [each] : [])),
  ].map(({ path }) => path),
)

/** Whether a call that a session is needed for comes without its access token. */
export const isOutsideSession = (path: string, init: RequestInit | undefined): boolean =>
  paths.has(path) && !/^Bearer token \S/.test(new Headers(init?.headers).get('authorization') ?? '')

/** Whether what is posted says what it is written in. */
export const isJson = (init: RequestInit | undefined): boolean =>
  new Headers(init?.headers).get('content-type') === 'application/json'
