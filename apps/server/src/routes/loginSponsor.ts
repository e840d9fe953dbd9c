import {
  listSponsoredCall,
  quotePaymasterCall,
  quoteSponsoredCall,
  readPaymasterCall,
  readSponsoredCall,
  sendPaymasterCall,
  sendSponsoredCall,
} from '@foyer/login/sponsorCalls'
import { NotFoundError } from '@foyer/service/errors/refusals'
import { loginLimits as limits } from '../login/loginLimits.js'
import type { Paymasters } from '../paymasters/paymasters.js'
import type { Services } from '../services.js'
import type { Sponsor } from '../sponsor/sponsor.js'
import { sessionOf, sessionRoute, shared } from './loginCalls.js'

/** Operations that the operator pays for: of the accounts that this server knows the person of. @see F16 */
export const sponsored = [
  sessionRoute(
    {
      ...listSponsoredCall,
      ...shared,
      budget: 'nothing',
      summary: 'Says on which networks the operator pays for operations in a project’s name.',
    },
    async ({ services, payload }) => {
      const { sponsor, paymasters } = services
      if (paymasters === null) return sponsorOf(services).list(payload)
      // Where a dapp's own paymaster can be asked, its capability is there as well.
      const [paid, asked] = await Promise.all([sponsor?.list(payload), paymasters.networks()])
      return { networks: [...new Set([...(paid?.networks ?? []), ...asked])] }
    },
  ),
  sessionRoute(
    {
      ...quoteSponsoredCall,
      ...shared,
      cost: 20,
      budget: { does: ['asks'], within: [limits.sponsoredQuotes] },
      summary:
        'Says whether the operator would pay for calls of the person’s account, and what is to be signed for that.',
    },
    async (asked) => {
      const { services, client, signal, payload } = asked
      return sponsorOf(services).quote({ by: sessionOf(asked), client, signal, asked: payload })
    },
  ),
  sessionRoute(
    {
      ...sendSponsoredCall,
      ...shared,
      cost: 20,
      budget: { does: ['asks', 'sends', 'stores'], within: [limits.sponsored] },
      summary: 'Has an operation of the person’s account sent, paid by the operator within the project’s budgets.',
    },
    async (asked) => {
      const { services, client, signal, payload } = asked
      return sponsorOf(services).send({ by: sessionOf(asked), client, signal, asked: payload })
    },
  ),
  sessionRoute(
    { ...readSponsoredCall, ...shared, budget: 'nothing', summary: 'Says what became of an operation.' },
    async (asked) => sponsorOf(asked.services).read({ by: sessionOf(asked), ...asked.payload }),
  ),
  sessionRoute(
    {
      ...quotePaymasterCall,
      ...shared,
      cost: 40,
      budget: { does: ['asks'], within: [limits.paymasterQuotes, limits.paymasterNetwork] },
      summary:
        'Says whether a dapp’s own paymaster would pay for calls of the person’s account, and what is to be signed.',
    },
    async (asked) => {
      const { services, client, signal, payload } = asked
      return paymastersOf(services).quote({ by: sessionOf(asked), client, signal, asked: payload })
    },
  ),
  sessionRoute(
    {
      ...sendPaymasterCall,
      ...shared,
      cost: 20,
      budget: { does: ['asks', 'sends'], within: [limits.paymasterSends] },
      summary: 'Has an operation carried out that a dapp’s own paymaster pays for.',
    },
    async (asked) => {
      const { services, client, signal, payload } = asked
      return paymastersOf(services).send({ by: sessionOf(asked), client, signal, asked: payload })
    },
  ),
  sessionRoute(
    {
      ...readPaymasterCall,
      ...shared,
      budget: { does: ['asks'], within: [limits.paymasterReads] },
      summary: 'Says what became of such an operation.',
    },
    async (asked) => {
      const { services, client, signal, payload } = asked
      return paymastersOf(services).read({ by: sessionOf(asked), client, signal, asked: payload })
    },
  ),
]

/** @throws NotFoundError where the operator has no bundler */
function paymastersOf({ paymasters }: Pick<Services, 'paymasters'>): Paymasters {
  if (paymasters === null) throw new NotFoundError()
  return paymasters
}

/** @throws NotFoundError where the operator pays for nothing */
function sponsorOf({ sponsor }: Pick<Services, 'sponsor'>): Sponsor {
  if (sponsor === null) throw new NotFoundError()
  return sponsor
}
