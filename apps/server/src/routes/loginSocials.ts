import { listSocialsCall } from '@foyer/login/ownPageCalls'
import {
  answerSocialCall,
  beginSocialCall,
  exchangeSocialCall,
  finishSocialCall,
  openChannelCall,
  pollChannelCall,
  pollSocialCall,
  readSocialCall,
  showSocialCall,
} from '@foyer/login/socialCalls'
import { browserName } from '@foyer/service/mail/browserName'
import { providerLimits } from '@foyer/service/socials/providerShares'
import { loginLimits as limits, loginRooms as rooms } from '../login/loginLimits.js'
import { answerWith, done, loginOf, route, shared } from './loginCalls.js'

const asking = Object.values(providerLimits)

/** Logins at providers. The window that leads there and back signs by the browser's own key, the frame by its device's. @see F7 */
export const socials = [
  route(
    { ...listSocialsCall, ...shared, budget: 'nothing', cost: 1, summary: 'Lists the providers that are switched on.' },
    ({ services }) => ({ providers: loginOf(services).socials.names }),
  ),
  route(
    {
      ...beginSocialCall,
      ...done,
      budget: { does: ['stores'], within: [limits.socialNetwork, limits.socialDevice, rooms.socials] },
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
      budget: { does: ['asks'], within: [limits.socialNetwork, limits.reads] },
      summary: 'Says what such a login is of, and where it leads.',
    },
    ({ services, payload, client }) => loginOf(services).socials.read({ ...payload, client }),
  ),
  route(
    {
      ...answerSocialCall,
      ...done,
      budget: { does: ['stores'], within: [rooms.answers] },
      summary: 'Keeps what its window says.',
    },
    ({ services, payload }) => loginOf(services).socials.answer(payload),
  ),
  route(
    {
      ...pollSocialCall,
      ...shared,
      budget: 'nothing',
      cost: 1,
      summary: 'Gives what its window has said, once it has, or after a while.',
    },
    ({ services, payload, signer: device, client, signal }) =>
      loginOf(services).socials.poll({ ...payload, device, client, signal }),
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
    ({ services, payload, signer: device, client }) => loginOf(services).socials.show({ ...payload, device, client }),
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
      ...pollChannelCall,
      ...shared,
      budget: { does: ['asks', 'stores'], within: [limits.polls, limits.pollsNetwork, limits.pollsAll] },
      cost: 1,
      summary: 'Checks and gives what has come by that channel.',
    },
    ({ services, payload, signer: device, client }) =>
      loginOf(services).socials.pollChannel({ ...payload, device, client }),
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
