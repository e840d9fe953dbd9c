import { agreeOnWalletCall, endDeviceCall, nameSiteCall, sendCodeCall } from '@foyer/custody/keeperWord'
import {
  addDoorCall,
  beginLoginCall,
  claimWalletCall,
  contributeCall,
  endSessionCall,
  keepWalletCall,
  loginNonceCall,
  openDoorCall,
  readWalletCall,
  removeDoorCall,
  renewSessionCall,
  verifyCodeCall,
} from '@foyer/login/loginCalls'
import { beginEmailChangeCall, verifyEmailChangeCall } from '@foyer/login/loginEmailCalls'
import {
  addOwnDoorCall,
  findOwnDoorCall,
  listDevicesCall,
  listOwnDoorsCall,
  logInByDoorCall,
  removeDeviceCall,
} from '@foyer/login/ownPageCalls'
import { askCallableCall, askVouchedCall } from '@foyer/login/vouchedCalls'
import { answerWindowCall, askWindowCall, pollWindowCall, readWindowCall } from '@foyer/login/windowCalls'
import { NotFoundError } from '@foyer/service/errors/refusals'
import { browserName } from '@foyer/service/mail/browserName'
import { send } from '@foyer/service/route/send'
import { getCookie } from 'hono/cookie'
import { loginLimits as limits, loginRooms as rooms } from '../login/loginLimits.js'
import { SessionOverError } from '../login/refusals.js'
import { answerWith, cookie, cookieName, done, loginOf, route, sessionOf, sessionRoute, shared } from './loginCalls.js'
import { deletions } from './loginDeletions.js'
import { socials } from './loginSocials.js'
import { sponsored } from './loginSponsor.js'

const { changeNetwork, changePause, changeHour, changeStrangers, changeOne, changeAgain } = limits
const changing = [changeNetwork, changePause, changeHour, changeStrangers, changeOne, changeAgain]

/** Login and what wallets are kept by, for the wallet's own page. @see F1 to F5 */
export const login = [
  ...socials,
  ...deletions,
  ...sponsored,
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
      ...sendCodeCall,
      ...done,
      budget: { does: ['sends', 'stores'], within: [rooms.codesAhead, rooms.codes] },
      summary: 'Sends a code beside the keeper’s mail, by the keeper’s word.',
    },
    ({ services, body }) => loginOf(services).logins.sendAhead(body),
  ),
  route(
    { ...nameSiteCall, ...shared, budget: 'nothing', summary: 'Names a site for a mail of the keeper’s, by its word.' },
    ({ services, body }) => loginOf(services).namedSites.of(body),
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
      budget: { does: ['reads'], within: [limits.ownDoors] },
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
  sessionRoute(
    {
      ...contributeCall,
      ...shared,
      budget: { does: ['stores'], within: [limits.contributions, rooms.unfinishedDoors] },
      summary: 'Gives the server’s contribution to a door that is being made.',
    },
    async (asked) => loginOf(asked.services).doors.contribute({ by: sessionOf(asked), ...asked.payload }),
  ),
  sessionRoute(
    {
      ...keepWalletCall,
      ...done,
      budget: { does: ['stores'], within: [rooms.unclaimedWallets] },
      summary: 'Keeps a new wallet with its doors.',
    },
    async (asked) => {
      await loginOf(asked.services).wallets.keep({ by: sessionOf(asked), ...asked.payload })
      return undefined
    },
  ),
  sessionRoute(
    {
      ...claimWalletCall,
      ...done,
      budget: { does: ['sends'], within: [limits.changeFromHour] },
      summary: 'Makes a wallet the person’s by the keeper’s receipt.',
    },
    async (asked) => {
      await loginOf(asked.services).wallets.claim({ by: sessionOf(asked), ...asked.payload })
      return undefined
    },
  ),
  sessionRoute(
    { ...readWalletCall, ...shared, budget: 'nothing', summary: 'Gives the person’s wallet with all of its doors.' },
    async (asked) => loginOf(asked.services).wallets.read({ by: sessionOf(asked), ...asked.payload }),
  ),
  sessionRoute(
    { ...openDoorCall, ...shared, budget: 'nothing', summary: 'Gives the server’s contribution to a door.' },
    async (asked) => loginOf(asked.services).doors.open({ by: sessionOf(asked), ...asked.payload }),
  ),
  sessionRoute(
    {
      ...addDoorCall,
      ...done,
      budget: { does: ['stores'], within: [limits.contributions, rooms.doors] },
      summary: 'Adds a door that was contributed to.',
    },
    async (asked) => {
      await loginOf(asked.services).doors.add({ by: sessionOf(asked), ...asked.payload })
      return undefined
    },
  ),
  sessionRoute(
    { ...listOwnDoorsCall, ...shared, budget: 'nothing', summary: 'Lists the doors that the visitor alone opens.' },
    async (asked) => loginOf(asked.services).ownDoors.list({ by: sessionOf(asked), ...asked.payload }),
  ),
  sessionRoute(
    {
      ...addOwnDoorCall,
      ...done,
      budget: { does: ['stores'], within: [rooms.ownDoors] },
      summary: 'Adds a door that the visitor alone opens.',
    },
    async (asked) => {
      await loginOf(asked.services).ownDoors.add({ by: sessionOf(asked), ...asked.payload })
      return undefined
    },
  ),
  sessionRoute(
    { ...removeDoorCall, ...done, budget: 'nothing', summary: 'Removes a door with its contribution.' },
    async (asked) => {
      await loginOf(asked.services).doors.remove({ by: sessionOf(asked), ...asked.payload })
      return undefined
    },
  ),
  sessionRoute(
    { ...listDevicesCall, ...shared, budget: 'nothing', summary: 'Lists the devices that the person has.' },
    async (asked) => {
      const devices = await loginOf(asked.services).devices.list({ by: sessionOf(asked) })
      return { devices }
    },
  ),
  route(
    {
      ...agreeOnWalletCall,
      ...done,
      budget: 'nothing',
      summary: 'Agrees to the keeper’s statement of what is kept of a wallet.',
    },
    ({ services, body }) => loginOf(services).wallets.agree(body),
  ),
  route(
    {
      ...endDeviceCall,
      ...done,
      budget: 'nothing',
      summary: 'Ends a device by the keeper’s word that it isn’t the person’s.',
    },
    ({ services, body }) => loginOf(services).devices.end(body),
  ),
  sessionRoute(
    { ...removeDeviceCall, ...done, budget: 'nothing', summary: 'Ends a device with its sessions and doors.' },
    async (asked) => {
      await loginOf(asked.services).devices.remove({ by: sessionOf(asked), ...asked.payload })
      return undefined
    },
  ),
  sessionRoute(
    {
      ...beginEmailChangeCall,
      ...shared,
      budget: { does: ['sends', 'stores'], within: [limits.changeFromPause, limits.changeFromHour, ...changing] },
      summary: 'Begins a change of the mailbox: sends a code.',
    },
    async (asked) => {
      const { c, services, payload, client } = asked
      const browser = browserName(c.req.header('user-agent'))
      return loginOf(services).emailChanges.begin({ by: sessionOf(asked), ...payload, client, browser })
    },
  ),
  sessionRoute(
    {
      ...verifyEmailChangeCall,
      ...shared,
      budget: { does: ['sends'], within: [limits.wrongOfDevice, ...changing] },
      summary: 'Takes the code of one of both mailboxes.',
    },
    async (asked) => {
      const { c, services, payload, client } = asked
      const browser = browserName(c.req.header('user-agent'))
      return loginOf(services).emailChanges.verify({ by: sessionOf(asked), ...payload, client, browser })
    },
  ),
  route(
    {
      ...askVouchedCall,
      ...shared,
      budget: { does: ['reads'], within: [limits.vouched] },
      summary: 'Says whether the operator answers for the script of a project’s page.',
    },
    ({ services, payload, client }) => loginOf(services).vouching.of({ ...payload, client }),
  ),
  route(
    {
      ...askCallableCall,
      ...shared,
      budget: { does: ['reads'], within: [limits.callable] },
      summary:
        'Says which functions of a contract a key may be granted in a project’s name though their effect isn’t known.',
    },
    ({ services, payload, client }) => loginOf(services).calling.of({ ...payload, client }),
  ),
  sessionRoute(
    {
      ...askWindowCall,
      ...done,
      budget: { does: ['stores'], within: [rooms.windows] },
      summary: 'Keeps what a frame has its window show.',
    },
    async (asked) => {
      await loginOf(asked.services).windows.ask({ by: sessionOf(asked), ...asked.payload })
      return undefined
    },
  ),
  route(
    { ...readWindowCall, ...shared, budget: 'nothing', summary: 'Gives what a window is to show.' },
    ({ services, payload, signer: reader }) => loginOf(services).windows.read({ ...payload, reader }),
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
  sessionRoute(
    { ...pollWindowCall, ...shared, budget: 'nothing', summary: 'Gives what a window has said, once.' },
    async (asked) => loginOf(asked.services).windows.poll({ by: sessionOf(asked), ...asked.payload }),
  ),
]
