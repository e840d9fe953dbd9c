import {
  addDoorCall,
  addOwnDoorCall,
  allowDeletionCall,
  answerSocialCall,
  answerWindowCall,
  askWindowCall,
  beginEmailChangeCall,
  beginLoginCall,
  beginSocialCall,
  claimWalletCall,
  closeDeletionCall,
  contributeCall,
  endDeletionCall,
  endDeviceCall,
  endSessionCall,
  exchangeSocialCall,
  findOwnDoorCall,
  finishDeletionCall,
  finishSocialCall,
  hearChannelCall,
  hearSocialCall,
  hearWindowCall,
  keepWalletCall,
  listDevicesCall,
  listOwnDoorsCall,
  listSocialsCall,
  logInByDoorCall,
  loginNonceCall,
  noticeDeletionCall,
  openChannelCall,
  openDoorCall,
  readDeletionCall,
  readSocialCall,
  readWalletCall,
  readWindowCall,
  removeDeviceCall,
  removeDoorCall,
  renewSessionCall,
  showSocialCall,
  stopDeletionCall,
  verifyCodeCall,
  verifyEmailChangeCall,
} from '@foyer/embedded/custody'
import type { Context } from 'hono'
import { getCookie } from 'hono/cookie'
import { NotFoundError } from '../errors/refusals.js'
import type { Login } from '../login/createLogin.js'
import { type OpenCall, refuseBeforeItActs, type SessionCall } from '../login/mayChange.js'
import { SessionOverError } from '../login/refusals.js'
import { type GivenSession, type LoginSession, renewingSeconds } from '../login/sessions.js'
import { browserName } from '../mail/browserName.js'
import type { Services } from '../services.js'
import type { Env } from './env.js'
import { routeOn } from './route.js'
import { send } from './send.js'
import { bearer } from './signIn.js'

/** A signature is checked and a nonce written, whatever else is done. */
const shared = { group: 'Login', access: 'wallet', cost: 5 } as const
const done = { ...shared, status: 204 } as const

interface Asked {
  readonly c: Context<Env>
  readonly services: Pick<Services, 'login'>
}

function loginOf({ login }: Asked['services']): Login {
  if (login === null) throw new NotFoundError()
  return login
}

/** A call that is made in no session. */
const route = routeOn<Services, OpenCall>()

/** A call that is made in a session, whose device has signed it. @throws SessionOverError · ActsLaterError where it may change more than the device may yet */
const sessionRoute = routeOn<Services, SessionCall>(async ({ operation, c, services, signer: device, payload }) => {
  const by = await loginOf(services).sessions.find({ token: bearer(c, 'authorization'), device })
  refuseBeforeItActs({ call: operation.id, payload, by, now: services.now() })
  c.env.visit.session = by
})

/** The session that such a call is made in. */
function sessionOf({ c }: Asked): LoginSession {
  const { session } = c.env.visit
  if (session === undefined) throw new SessionOverError()
  return session
}

/** Logins at providers. The window that leads there and back signs by the browser's own key, the frame by its device's. @see F7 */
const socials = [
  route(
    { ...listSocialsCall, ...shared, cost: 1, summary: 'Lists the providers that are switched on.' },
    ({ services }) => ({ providers: loginOf(services).socials.names }),
  ),
  route(
    { ...beginSocialCall, ...done, summary: 'Begins a login at a provider.' },
    async ({ services, payload, signer: device, client }) => {
      const { projectId } = payload
      await loginOf(services).socials.begin({ ...payload, projectId, device, client })
      return undefined
    },
  ),
  route(
    { ...readSocialCall, ...shared, summary: 'Says what such a login is of, and where it leads.' },
    ({ services, payload }) => loginOf(services).socials.read(payload),
  ),
  route({ ...answerSocialCall, ...done, summary: 'Keeps what its window says.' }, async ({ services, payload }) => {
    await loginOf(services).socials.answer(payload)
    return undefined
  }),
  route(
    {
      ...hearSocialCall,
      ...shared,
      cost: 1,
      summary: 'Gives what its window has said, once it has, or after a while.',
    },
    ({ services, payload, signer: device, signal }) => loginOf(services).socials.hear({ ...payload, device, signal }),
  ),
  route(
    { ...exchangeSocialCall, ...shared, summary: 'Exchanges the provider’s code for what it states.' },
    ({ services, payload, signer: device }) => loginOf(services).socials.exchange({ ...payload, device }),
  ),
  route(
    { ...showSocialCall, ...done, summary: 'Checks what the provider has signed, or the account that a token shows.' },
    async ({ services, payload, signer: device }) => {
      await loginOf(services).socials.show({ ...payload, device })
      return undefined
    },
  ),
  route(
    { ...openChannelCall, ...shared, summary: 'Opens the channel by which a login at Farcaster passes its relay.' },
    ({ services, payload, signer: device }) => loginOf(services).socials.openChannel({ ...payload, device }),
  ),
  route(
    { ...hearChannelCall, ...shared, cost: 1, summary: 'Checks and gives what has come by that channel.' },
    ({ services, payload, signer: device }) => loginOf(services).socials.hearChannel({ ...payload, device }),
  ),
  route(
    { ...finishSocialCall, ...shared, summary: 'Ends the login by the keeper’s word, and begins the session.' },
    async ({ c, services, payload: { keepsIn, ...said }, signer: device }) => {
      const browser = browserName(c.req.header('user-agent'))
      const given = await loginOf(services).socials.finish({ ...said, device, browser })
      return answerWith({ c, given, keepsIn })
    },
  ),
]

/** The end of a wallet: allowed and stopped in a session, and decided by the keeper, whose signature is all that counts of its calls. @see F15 */
const deletions = [
  sessionRoute(
    { ...allowDeletionCall, ...done, summary: 'Lets the keeper’s word for the deletion of a wallet in.' },
    async (asked) => {
      const browser = browserName(asked.c.req.header('user-agent'))
      await loginOf(asked.services).deletions.allow({ by: sessionOf(asked), ...asked.payload, browser })
      return undefined
    },
  ),
  sessionRoute({ ...readDeletionCall, ...shared, summary: 'Says when a wallet is to be deleted.' }, async (asked) =>
    loginOf(asked.services).deletions.read({ by: sessionOf(asked), ...asked.payload }),
  ),
  sessionRoute({ ...stopDeletionCall, ...done, summary: 'Cancels the deletion of a wallet.' }, async (asked) => {
    await loginOf(asked.services).deletions.stop({ by: sessionOf(asked), ...asked.payload })
    return undefined
  }),
  route(
    { ...noticeDeletionCall, ...done, summary: 'Takes the keeper’s word that a wallet is to be deleted.' },
    async ({ services, body }) => {
      await loginOf(services).deletions.notice(body)
      return undefined
    },
  ),
  byWord(closeDeletionCall, 'close', 'Tells the keeper whether anybody has cancelled the deletion.'),
  byWord(finishDeletionCall, 'finish', 'Deletes a wallet by the keeper’s word that it has.'),
  byWord(endDeletionCall, 'end', 'Takes the keeper’s word that nothing comes of the deletion of a wallet.'),
]

/** What the keeper says of a deletion that the login server knows. */
function byWord(
  call: Omit<typeof closeDeletionCall, 'id' | 'path'> & { readonly id: OpenCall; readonly path: string },
  work: 'close' | 'finish' | 'end',
  summary: string,
) {
  return route({ ...call, ...done, summary }, async ({ services, body }) => {
    await loginOf(services).deletions[work](body)
    return undefined
  })
}

/** Login and what wallets are kept by, for the wallet's own page. @see F1 to F5 */
export const login = [
  ...socials,
  ...deletions,
  route(
    {
      ...loginNonceCall,
      ...shared,
      cost: 1,
      summary: 'Gives a nonce that one call is signed over, within 60 seconds.',
    },
    ({ services: { signedCalls } }) => {
      if (signedCalls === null) throw new NotFoundError()
      return { nonce: signedCalls.nonce() }
    },
  ),
  route(
    { ...beginLoginCall, ...shared, summary: 'Begins a login: sends a code to the mailbox of a confirmed device.' },
    ({ c, services, payload, signer: device, client }) => {
      const browser = browserName(c.req.header('user-agent'))
      return loginOf(services).logins.begin({
        ...{ ...payload, device, client, browser },
        confirmation: payload.confirmation,
        projectId: payload.projectId,
      })
    },
  ),
  route(
    { ...logInByDoorCall, ...shared, summary: 'Begins a session by a door that the visitor alone opens.' },
    async ({ c, services, payload: { keepsIn, ...said }, signer: device, client }) => {
      const browser = browserName(c.req.header('user-agent'))
      const given = await loginOf(services).ownDoors.logIn({
        ...said,
        device,
        client,
        browser,
        projectId: said.projectId,
      })
      return answerWith({ c, given, keepsIn })
    },
  ),
  route(
    { ...findOwnDoorCall, ...shared, summary: 'Gives what is public of a door, by its random name.' },
    ({ services, payload, client }) => loginOf(services).ownDoors.find({ ...payload, client }),
  ),
  route(
    { ...verifyCodeCall, ...shared, summary: 'Ends a login with its code, and begins the session.' },
    async ({ c, services, payload: { keepsIn, ...said }, signer: device, client }) => {
      const given = await loginOf(services).logins.verify({ ...said, device, client })
      return answerWith({ c, given, keepsIn })
    },
  ),
  route(
    { ...renewSessionCall, ...shared, summary: 'Renews the session by its token, which is used up.' },
    async ({ c, services, payload: { refreshToken }, signer: device }) => {
      const token = refreshToken ?? getCookie(c, cookieName, 'host')
      if (token === undefined) throw new SessionOverError()
      const given = await loginOf(services).sessions.renew({ token, device })
      return answerWith({ c, given, keepsIn: refreshToken === undefined ? 'cookie' : 'page' })
    },
  ),
  route(
    { ...endSessionCall, ...done, summary: 'Ends the session, and all that was renewed from it.' },
    async ({ c, services, payload: { refreshToken } }) => {
      const token = refreshToken ?? getCookie(c, cookieName, 'host')
      if (token !== undefined) await loginOf(services).sessions.end({ token })
      return send({ c, status: 204, headers: { 'Set-Cookie': cookie({ value: '', seconds: 0 }) } })
    },
  ),
  sessionRoute(
    { ...contributeCall, ...shared, summary: 'Gives the server’s contribution to a door that is being made.' },
    async (asked) => loginOf(asked.services).doors.contribute({ by: sessionOf(asked), ...asked.payload }),
  ),
  sessionRoute({ ...keepWalletCall, ...done, summary: 'Keeps a new wallet with its doors.' }, async (asked) => {
    await loginOf(asked.services).wallets.keep({ by: sessionOf(asked), ...asked.payload })
    return undefined
  }),
  sessionRoute(
    { ...claimWalletCall, ...done, summary: 'Makes a wallet the person’s by the keeper’s receipt.' },
    async (asked) => {
      await loginOf(asked.services).wallets.claim({ by: sessionOf(asked), ...asked.payload })
      return undefined
    },
  ),
  sessionRoute(
    { ...readWalletCall, ...shared, summary: 'Gives the person’s wallet with all of its doors.' },
    async (asked) => loginOf(asked.services).wallets.read({ by: sessionOf(asked), ...asked.payload }),
  ),
  sessionRoute({ ...openDoorCall, ...shared, summary: 'Gives the server’s contribution to a door.' }, async (asked) =>
    loginOf(asked.services).doors.open({ by: sessionOf(asked), ...asked.payload }),
  ),
  sessionRoute({ ...addDoorCall, ...done, summary: 'Adds a door that was contributed to.' }, async (asked) => {
    await loginOf(asked.services).doors.add({ by: sessionOf(asked), ...asked.payload })
    return undefined
  }),
  sessionRoute(
    { ...listOwnDoorsCall, ...shared, summary: 'Lists the doors that the visitor alone opens.' },
    async (asked) => loginOf(asked.services).ownDoors.list({ by: sessionOf(asked), ...asked.payload }),
  ),
  sessionRoute({ ...addOwnDoorCall, ...done, summary: 'Adds a door that the visitor alone opens.' }, async (asked) => {
    await loginOf(asked.services).ownDoors.add({ by: sessionOf(asked), ...asked.payload })
    return undefined
  }),
  sessionRoute({ ...removeDoorCall, ...done, summary: 'Removes a door with its contribution.' }, async (asked) => {
    await loginOf(asked.services).doors.remove({ by: sessionOf(asked), ...asked.payload })
    return undefined
  }),
  sessionRoute({ ...listDevicesCall, ...shared, summary: 'Lists the devices that the person has.' }, async (asked) => {
    const devices = await loginOf(asked.services).devices.list({ by: sessionOf(asked) })
    return { devices }
  }),
  route(
    { ...endDeviceCall, ...done, summary: 'Ends a device by the keeper’s word that it isn’t the person’s.' },
    async ({ services, body }) => {
      await loginOf(services).devices.end(body)
      return undefined
    },
  ),
  sessionRoute(
    { ...removeDeviceCall, ...done, summary: 'Ends a device with its sessions and doors.' },
    async (asked) => {
      await loginOf(asked.services).devices.remove({ by: sessionOf(asked), ...asked.payload })
      return undefined
    },
  ),
  sessionRoute(
    { ...beginEmailChangeCall, ...shared, summary: 'Begins a change of the mailbox: sends a code.' },
    async (asked) => {
      const { c, services, payload, client } = asked
      const browser = browserName(c.req.header('user-agent'))
      return loginOf(services).emailChanges.begin({ by: sessionOf(asked), ...payload, client, browser })
    },
  ),
  sessionRoute(
    { ...verifyEmailChangeCall, ...shared, summary: 'Takes the code of one of both mailboxes.' },
    async (asked) => {
      const { c, services, payload, client } = asked
      const browser = browserName(c.req.header('user-agent'))
      return loginOf(services).emailChanges.verify({ by: sessionOf(asked), ...payload, client, browser })
    },
  ),
  sessionRoute({ ...askWindowCall, ...done, summary: 'Keeps what a frame has its window show.' }, async (asked) => {
    await loginOf(asked.services).windows.ask({ by: sessionOf(asked), ...asked.payload })
    return undefined
  }),
  route({ ...readWindowCall, ...shared, summary: 'Gives what a window is to show.' }, ({ services, payload }) =>
    loginOf(services).windows.read(payload),
  ),
  route({ ...answerWindowCall, ...done, summary: 'Keeps what a window says to its frame.' }, async (asked) => {
    await loginOf(asked.services).windows.answer(asked.payload)
    return undefined
  }),
  sessionRoute({ ...hearWindowCall, ...shared, summary: 'Gives what a window has said, once.' }, async (asked) =>
    loginOf(asked.services).windows.hear({ by: sessionOf(asked), ...asked.payload }),
  ),
]

const cookieName = 'foyer-login'

/** For no script, over TLS alone, for this host alone, and for the top-level site that it was set under alone. @see F5 */
const cookie = ({ value, seconds }: { readonly value: string; readonly seconds: number }) =>
  `__Host-${cookieName}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; Secure; SameSite=None; Partitioned`

interface AnswerWith {
  readonly c: Context<Env>
  readonly given: GivenSession
  readonly keepsIn: 'cookie' | 'page'
}

/** The token that renews goes where the page keeps it: into a cookie that no script reads, or with the answer where cookies don't work. */
function answerWith({ c, given: { session, renewingToken }, keepsIn }: AnswerWith): Response {
  const type = 'application/json'
  if (keepsIn === 'page') return send({ c, body: JSON.stringify({ ...session, refreshToken: renewingToken }), type })
  const headers = { 'Set-Cookie': cookie({ value: renewingToken, seconds: renewingSeconds }) }
  return send({ c, body: JSON.stringify(session), type, headers })
}
