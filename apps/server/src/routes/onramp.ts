import {
  OnrampOptionsReply,
  OnrampQuoteBody,
  OnrampQuoteReply,
  OnrampUrlBody,
  OnrampUrlReply,
  paths,
} from '@foyer/core/wire'
import { route } from './route.js'

const shared = { group: 'On-ramp', access: 'project', feature: 'onramp' } as const

/** Buying with money. @see S7.18–S7.20 */
export const onramp = [
  route(
    {
      ...shared,
      id: 'getOnrampOptions',
      cost: 5,
      method: 'get',
      path: paths.onrampOptions,
      summary: 'What can be bought, and what it can be paid with. Both lists are empty where nothing can be bought.',
      takes: {},
      reply: { schema: OnrampOptionsReply },
    },
    ({ services, signal }) => services.onramp.options({ signal }),
  ),
  route(
    {
      ...shared,
      id: 'getOnrampQuote',
      cost: 10,
      method: 'post',
      path: paths.onrampQuote,
      summary: 'What would be got for an amount of money, after the fees.',
      takes: { body: OnrampQuoteBody },
      reply: { schema: OnrampQuoteReply },
    },
    ({ services, body, signal }) => services.onramp.quote({ body, signal }),
  ),
  route(
    {
      ...shared,
      id: 'getOnrampUrl',
      cost: 10,
      method: 'post',
      path: paths.onrampUrl,
      summary: 'Where a visitor goes to buy.',
      takes: { body: OnrampUrlBody },
      reply: { schema: OnrampUrlReply },
    },
    async ({ services, body, project, client, signal }) => ({
      url: await services.onramp.url({ projectId: project.id, body, client, signal }),
    }),
  ),
]
