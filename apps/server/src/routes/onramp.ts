import {
  OnrampOptionsReply,
  OnrampQuoteBody,
  OnrampQuoteReply,
  OnrampUrlBody,
  OnrampUrlReply,
  paths,
} from '@foyer/core/wire'
import { Hono } from 'hono'
import type { Services } from '../services.js'
import { authorize } from './authorize.js'
import { readJson, takeJson } from './body.js'
import type { Env } from './env.js'
import type { Operation } from './operation.js'
import { parseWith } from './parse.js'

const limitBytes = 64 * 1024

/** Buying with money. @see S7.18–S7.20 */
export function onramp(services: Services): Hono<Env> {
  const authorized = authorize({ services, origins: 'own', feature: 'onramp' })
  return new Hono<Env>()
    .get(paths.onrampOptions, authorized, (c) => c.json(services.onramp.options() satisfies OnrampOptionsReply))
    .post(paths.onrampQuote, authorized, takeJson({ limitBytes }), async (c) => {
      const body = parseWith({ schema: OnrampQuoteBody, value: readJson(await c.req.text()), whole: 'body' })
      const quote = await services.onramp.quote({ body, signal: c.req.raw.signal })
      return c.json(quote satisfies OnrampQuoteReply)
    })
    .post(paths.onrampUrl, authorized, takeJson({ limitBytes }), async (c) => {
      const body = parseWith({ schema: OnrampUrlBody, value: readJson(await c.req.text()), whole: 'body' })
      const { project, client } = c.var
      const url = await services.onramp.url({ projectId: project.id, body, client, signal: c.req.raw.signal })
      return c.json({ url } satisfies OnrampUrlReply)
    })
}

export const onrampOperations: readonly Operation[] = [
  {
    id: 'getOnrampOptions',
    method: 'get',
    path: paths.onrampOptions,
    group: 'On-ramp',
    summary: 'What can be bought, and what it can be paid with. Both lists are empty where nothing can be bought.',
    access: 'project',
    feature: 'onramp',
    reply: { schema: OnrampOptionsReply },
  },
  {
    id: 'getOnrampQuote',
    method: 'post',
    path: paths.onrampQuote,
    group: 'On-ramp',
    summary: 'What would be got for an amount of money, after the fees.',
    access: 'project',
    feature: 'onramp',
    body: OnrampQuoteBody,
    reply: { schema: OnrampQuoteReply },
  },
  {
    id: 'getOnrampUrl',
    method: 'post',
    path: paths.onrampUrl,
    group: 'On-ramp',
    summary: 'Where a visitor goes to buy.',
    access: 'project',
    feature: 'onramp',
    body: OnrampUrlBody,
    reply: { schema: OnrampUrlReply },
  },
]
