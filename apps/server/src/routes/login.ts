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
import { loginLimits as limits, loginRooms as rooms } from '../login/loginLimits.js'
import { SessionOverError } from '../login/refusals.js'
import { type GivenSession, type LoginSession, renewingSeconds } from '../login/sessions.js'
import { browserName } from '../mail/browserName.js'
import type { Services } from '../services.js'
import { providerLimits } from '../socials/providerShares.js'
import type { Env } from './env.js'
import type { BudgetedOperation } from './operation.js'
import { routeOn } from './route.js'
import { send } from './send.js'
import { bearer } from './signIn.js'

const route = routeOn<Services, BudgetedOperation>()
/** A signature is checked and a nonce written, whatever else is done. */
const shared = { group: 'Login', access: 'wallet', cost: 5 } as const
const done = { ...shared, status: 204 } as const
const asking = Object.values(providerLimits)
const { changeNetwork, changePause, changeHour, changeStrangers, changeOne, changeAgain } = limits
const changing = [changeNetwork, changePause, changeHour, changeStrangers, changeOne, changeAgain]

interface Asked {
  readonly c: Context<Env>
  readonly services: Pick<Services, 'login'>
  readonly signer: string
}

function loginOf({ login }: Asked['services']): Login {
  if (login === null) throw new NotFoundError()
  return login
}

/** The session that the call is made in, whose device has signed it. @throws SessionOverError */
const sessionOf = ({ c, services, signer }: Asked): Promise<LoginSession> =>
  loginOf(services).sessions.find({ token: bearer(c, 'authorization'), device: signer })

/** Logins at providers. The window that leads there and back signs by the browser's own key, the frame by its device's. @see F7 */
const socials = [
  route(
    { ...listSocialsCall, ...shared, budget: 'nothing', cost: 1, summary: 'Lists the providers that are switched on.' },
    ({ services }) => ({ providers: loginOf(services).socials.names }),
  ),
  route(
    {
      ...beginSocialCall,
      ...done,
      budget: { does: ['stores'], within: [limits.socialNetwork, rooms.socials] },
      summary: 'Begins a login at a provider.',
    },
    async ({ services, payload, signer: device, client }) => {
      const { projectId } = payload
      await loginOf(services).socials.begin({ ...payload, projectId, device, client })
      return undefined
    },
  ),
  route(
    {
      ...readSocialCall,
      ...shared,
      budget: { does: ['asks'], within: [limits.socialNetwork] },
      summary: 'Says what such a login is of, and where it leads.',
    },
    ({ services, payload }) => loginOf(services).socials.read(payload),
  ),
  route(
    {
      ...answerSocialCall,
      ...done,
      budget: { does: ['stores'], within: [rooms.answers] },
      summary: 'Keeps what its window says.',
    },
    async ({ services, payload }) => {
      await loginOf(services).socials.answer(payload)
      return undefined
    },
  ),
  route(
    {
      ...hearSocialCall,
      ...shared,
      budget: 'nothing',
      cost: 1,
      summary: 'Gives what its window has said, once it has, or after a while.',
    },
    ({ services, payload, signer: device, client, signal }) =>
      loginOf(services).socials.hear({ ...payload, device, client, signal }),
  ),
  route(
    {
      ...exchangeSocialCall,
      ...shared,
      budget: { does: ['asks'], within: [limits.exchanges, ...asking] },
      summary: 'Exchanges the provider’s code for what it states.',
    },
    ({ services, payload, signer: device, client }) =>
      loginOf(services).socials.exchange({ ...payload, device, client }),
  ),
  route(
    {
      ...showSocialCall,
      ...done,
      budget: { does: ['asks'], within: [limits.shows, ...asking] },
      summary: 'Checks what the provider has signed, or the account that a token shows.',
    },
    async ({ services, payload, signer: device, client }) => {
      await loginOf(services).socials.show({ ...payload, device, client })
      return undefined
    },
  ),
  route(
    {
      ...openChannelCall,
      ...shared,
      budget: { does: ['asks'], within: [limits.channels, ...asking] },
      summary: 'Opens the channel by which a login at Farcaster passes its relay.',
    },
    ({ services, payload, signer: device, client }) =>
      loginOf(services).socials.openChannel({ ...payload, device, client }),
  ),
  route(
    {
      ...hearChannelCall,
      ...shared,
      budget: { does: ['asks', 'stores'], within: [limits.hearings, limits.hearingsNetwork, limits.hearingsAll] },
      cost: 1,
      summary: 'Checks and gives what has come by that channel.',
    },
    ({ services, payload, signer: device, client }) =>
      loginOf(services).socials.hearChannel({ ...payload, device, client }),
  ),
  route(
    {
      ...finishSocialCall,
      ...shared,
      budget: { does: ['stores'], within: [limits.socialNetwork, rooms.devices] },
      summary: 'Ends the login by the keeper’s word, and begins the session.',
    },
    async ({ c, services, payload: { keepsIn, ...said }, signer: device, client }) => {
      const browser = browserName(c.req.header('user-agent'))
      const given = await loginOf(services).socials.finish({ ...said, device, browser, client })
      return answerWith({ c, given, keepsIn })
    },
  ),
]

/** The end of a wallet: allowed and stopped in a session, and decided by the keeper, whose signature is all that counts of its calls. @see F15 */
const deletions = [
  route(
    {
      ...allowDeletionCall,
      ...done,
      budget: { does: ['stores'], within: [limits.deletions, rooms.deletions] },
      summary: 'Lets the keeper’s word for the deletion of a wallet in.',
    },
    async (asked) => {
      const browser = browserName(asked.c.req.header('user-agent'))
      await loginOf(asked.services).deletions.allow({ by: await sessionOf(asked), ...asked.payload, browser })
      return undefined
    },
  ),
  route(
    { ...readDeletionCall, ...shared, budget: 'nothing', summary: 'Says when a wallet is to be deleted.' },
    async (asked) => loginOf(asked.services).deletions.read({ by: await sessionOf(asked), ...asked.payload }),
  ),
  route(
    { ...stopDeletionCall, ...done, budget: 'nothing', summary: 'Cancels the deletion of a wallet.' },
    async (asked) => {
      await loginOf(asked.services).deletions.stop({ by: await sessionOf(asked), ...asked.payload })
      return undefined
    },
  ),
  route(
    {
      ...noticeDeletionCall,
      ...done,
      budget: { does: ['sends'], within: [limits.deletions] },
      summary: 'Takes the keeper’s word that a wallet is to be deleted.',
    },
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
  call: Omit<typeof closeDeletionCall, 'id' | 'path'> & { readonly id: string; readonly path: string },
  work: 'close' | 'finish' | 'end',
  summary: string,
) {
  return route({ ...call, ...done, budget: 'nothing', summary }, async ({ services, body }) => {
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
      budget: 'nothing',
      cost: 1,
      summary: 'Gives a nonce that one call is signed over, within 60 seconds.',
    },
    ({ services: { signedCalls } }) => {
      if (signedCalls === null) throw new NotFoundError()
      return { nonce: signedCalls.nonce() }
    },
  ),
  route(
    {
      ...beginLoginCall,
      ...shared,
      budget: {
        does: ['sends', 'stores'],
        within: [
          limits.ownPause,
          limits.ownHour,
          limits.newNetwork,
          limits.newPause,
          limits.newHour,
          limits.newStrangers,
          rooms.codes,
        ],
      },
      summary: 'Begins a login: sends a code to the mailbox of a confirmed device.',
    },
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
    {
      ...logInByDoorCall,
      ...shared,
      budget: { does: ['stores'], within: [limits.ownDoors, rooms.devices] },
      summary: 'Begins a session by a door that the visitor alone opens.',
    },
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
    {
      ...findOwnDoorCall,
      ...shared,
      budget: 'nothing',
      summary: 'Gives what is public of a door, by its random name.',
    },
    ({ services, payload, client }) => loginOf(services).ownDoors.find({ ...payload, client }),
  ),
  route(
    {
      ...verifyCodeCall,
      ...shared,
      budget: {
        does: ['stores'],
        within: [limits.wrongOfDevice, limits.wrongOfNetwork, limits.wrongOfAll, rooms.devices],
      },
      summary: 'Ends a login with its code, and begins the session.',
    },
    async ({ c, services, payload: { keepsIn, ...said }, signer: device, client }) => {
      const given = await loginOf(services).logins.verify({ ...said, device, client })
      return answerWith({ c, given, keepsIn })
    },
  ),
  route(
    {
      ...renewSessionCall,
      ...shared,
      budget: 'nothing',
      summary: 'Renews the session by its token, which is used up.',
    },
    async ({ c, services, payload: { refreshToken }, signer: device }) => {
      const token = refreshToken ?? getCookie(c, cookieName, 'host')
      if (token === undefined) throw new SessionOverError()
      const given = await loginOf(services).sessions.renew({ token, device })
      return answerWith({ c, given, keepsIn: refreshToken === undefined ? 'cookie' : 'page' })
    },
  ),
  route(
    { ...endSessionCall, ...done, budget: 'nothing', summary: 'Ends the session, and all that was renewed from it.' },
    async ({ c, services, payload: { refreshToken } }) => {
      const token = refreshToken ?? getCookie(c, cookieName, 'host')
      if (token !== undefined) await loginOf(services).sessions.end({ token })
      return send({ c, status: 204, headers: { 'Set-Cookie': cookie({ value: '', seconds: 0 }) } })
    },
  ),
  route(
    {
      ...contributeCall,
      ...shared,
      budget: { does: ['stores'], within: [limits.contributions, rooms.unfinishedDoors] },
      summary: 'Gives the server’s contribution to a door that is being made.',
    },
    async (asked) => loginOf(asked.services).doors.contribute({ by: await sessionOf(asked), ...asked.payload }),
  ),
  route(
    {
      ...keepWalletCall,
      ...done,
      budget: { does: ['stores'], within: [rooms.unclaimedWallets] },
      summary: 'Keeps a new wallet with its doors.',
    },
    async (asked) => {
      await loginOf(asked.services).wallets.keep({ by: await sessionOf(asked), ...asked.payload })
      return undefined
    },
  ),
  route(
    {
      ...claimWalletCall,
      ...done,
      budget: { does: ['sends'], within: [limits.changeFromHour] },
      summary: 'Makes a wallet the person’s by the keeper’s receipt.',
    },
    async (asked) => {
      await loginOf(asked.services).wallets.claim({ by: await sessionOf(asked), ...asked.payload })
      return undefined
    },
  ),
  route(
    { ...readWalletCall, ...shared, budget: 'nothing', summary: 'Gives the person’s wallet with all of its doors.' },
    async (asked) => loginOf(asked.services).wallets.read({ by: await sessionOf(asked), ...asked.payload }),
  ),
  route(
    { ...openDoorCall, ...shared, budget: 'nothing', summary: 'Gives the server’s contribution to a door.' },
    async (asked) => loginOf(asked.services).doors.open({ by: await sessionOf(asked), ...asked.payload }),
  ),
  route(
    {
      ...addDoorCall,
      ...done,
      budget: { does: ['stores'], within: [limits.contributions, rooms.doors] },
      summary: 'Adds a door that was contributed to.',
    },
    async (asked) => {
      await loginOf(asked.services).doors.add({ by: await sessionOf(asked), ...asked.payload })
      return undefined
    },
  ),
  route(
    { ...listOwnDoorsCall, ...shared, budget: 'nothing', summary: 'Lists the doors that the visitor alone opens.' },
    async (asked) => loginOf(asked.services).ownDoors.list({ by: await sessionOf(asked), ...asked.payload }),
  ),
  route(
    {
      ...addOwnDoorCall,
      ...done,
      budget: { does: ['stores'], within: [rooms.ownDoors] },
      summary: 'Adds a door that the visitor alone opens.',
    },
    async (asked) => {
      await loginOf(asked.services).ownDoors.add({ by: await sessionOf(asked), ...asked.payload })
      return undefined
    },
  ),
  route(
    { ...removeDoorCall, ...done, budget: 'nothing', summary: 'Removes a door with its contribution.' },
    async (asked) => {
      await loginOf(asked.services).doors.remove({ by: await sessionOf(asked), ...asked.payload })
      return undefined
    },
  ),
  route(
    { ...listDevicesCall, ...shared, budget: 'nothing', summary: 'Lists the devices that the person has.' },
    async (asked) => {
      const devices = await loginOf(asked.services).devices.list({ by: await sessionOf(asked) })
      return { devices }
    },
  ),
  route(
    { ...removeDeviceCall, ...done, budget: 'nothing', summary: 'Ends a device with its sessions and doors.' },
    async (asked) => {
      await loginOf(asked.services).devices.remove({ by: await sessionOf(asked), ...asked.payload })
      return undefined
    },
  ),
  route(
    {
      ...beginEmailChangeCall,
      ...shared,
      budget: { does: ['sends', 'stores'], within: [limits.changeFromPause, limits.changeFromHour, ...changing] },
      summary: 'Begins a change of the mailbox: sends a code.',
    },
    async (asked) => {
      const { c, services, payload, client } = asked
      const browser = browserName(c.req.header('user-agent'))
      return loginOf(services).emailChanges.begin({ by: await sessionOf(asked), ...payload, client, browser })
    },
  ),
  route(
    {
      ...verifyEmailChangeCall,
      ...shared,
      budget: { does: ['sends'], within: [limits.wrongOfDevice, ...changing] },
      summary: 'Takes the code of one of both mailboxes.',
    },
    async (asked) => {
      const { c, services, payload, client } = asked
      const browser = browserName(c.req.header('user-agent'))
      return loginOf(services).emailChanges.verify({ by: await sessionOf(asked), ...payload, client, browser })
    },
  ),
  route(
    {
      ...askWindowCall,
      ...done,
      budget: { does: ['stores'], within: [rooms.windows] },
      summary: 'Keeps what a frame has its window show.',
    },
    async (asked) => {
      await loginOf(asked.services).windows.ask({ by: await sessionOf(asked), ...asked.payload })
      return undefined
    },
  ),
  route(
    { ...readWindowCall, ...shared, budget: 'nothing', summary: 'Gives what a window is to show.' },
    ({ services, payload }) => loginOf(services).windows.read(payload),
  ),
  route(
    {
      ...answerWindowCall,
      ...done,
      budget: { does: ['stores'], within: [rooms.answers] },
      summary: 'Keeps what a window says to its frame.',
    },
    async (asked) => {
      await loginOf(asked.services).windows.answer(asked.payload)
      return undefined
    },
  ),
  route(
    { ...hearWindowCall, ...shared, budget: 'nothing', summary: 'Gives what a window has said, once.' },
    async (asked) => loginOf(asked.services).windows.hear({ by: await sessionOf(asked), ...asked.payload }),
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
