import {
  AllowanceQuery,
  AllowanceReply,
  ApprovalQuery,
  ApprovalReply,
  GasPriceQuery,
  GasPriceReply,
  paths,
  SwapQuotesQuery,
  SwapQuotesReply,
  SwapTokensQuery,
  SwapTokensReply,
  SwapTransactionBody,
  SwapTransactionReply,
} from '@foyer/core/wire'
import { type Context, Hono } from 'hono'
import type { Services } from '../services.js'
import { authorize } from './authorize.js'
import { readJson, takeJson } from './body.js'
import type { Env } from './env.js'
import type { Operation } from './operation.js'
import { parse, parseWith } from './parse.js'

const limitBytes = 16 * 1024

const common = { group: 'Swaps', access: 'project', feature: 'swaps' } as const

export const swapOperations: readonly Operation[] = [
  {
    ...common,
    id: 'listSwapTokens',
    method: 'get',
    path: paths.convertTokens,
    summary: 'Lists what can be swapped on a network; nothing where it has no swaps.',
    query: SwapTokensQuery,
    reply: { schema: SwapTokensReply },
  },
  {
    ...common,
    id: 'getSwapQuotes',
    method: 'get',
    path: paths.convertQuotes,
    summary:
      'Quotes what an amount of a token gives of another, after all fees; no quote where there is none to be had.',
    query: SwapQuotesQuery,
    reply: { schema: SwapQuotesReply },
  },
  {
    ...common,
    id: 'getGasPrice',
    method: 'get',
    path: paths.convertGasPrice,
    summary: 'Returns what a unit of gas costs, in wei, at three speeds.',
    query: GasPriceQuery,
    reply: { schema: GasPriceReply },
  },
  {
    ...common,
    id: 'getSwapAllowance',
    method: 'get',
    path: paths.convertAllowance,
    summary: 'Returns how much of a token may be swapped without another approval, in base units.',
    query: AllowanceQuery,
    reply: { schema: AllowanceReply },
  },
  {
    ...common,
    id: 'buildSwapApproval',
    method: 'get',
    path: paths.convertBuildApprove,
    summary: 'Builds an approval of exactly the amount that is swapped, to be sent to the token.',
    query: ApprovalQuery,
    reply: { schema: ApprovalReply },
  },
  {
    ...common,
    id: 'buildSwapTransaction',
    method: 'post',
    path: paths.convertBuildTransaction,
    summary: 'Builds a swap that delivers at least a minimum, or else reverts.',
    projectIn: 'body',
    body: SwapTransactionBody,
    reply: { schema: SwapTransactionReply },
  },
]

/** Tokens for tokens. @see S7.6, S7.7, S7.9–S7.12 */
export function swaps(services: Services): Hono<Env> {
  const { swaps: service } = services
  const own = authorize({ services, origins: 'own', feature: 'swaps' })
  const ownByBody = authorize({ services, origins: 'own', feature: 'swaps', projectIdIn: 'body' })
  return new Hono<Env>()
    .get(paths.convertTokens, own, parse('query', SwapTokensQuery), async (c) => {
      const tokens = await service.tokens({ ...c.req.valid('query'), signal: c.req.raw.signal })
      return c.json({ tokens } satisfies SwapTokensReply)
    })
    .get(paths.convertQuotes, own, parse('query', SwapQuotesQuery), async (c) => {
      const quotes = await service.quotes({ ...c.req.valid('query'), ...askedBy(c) })
      return c.json({ quotes } satisfies SwapQuotesReply)
    })
    .get(paths.convertGasPrice, own, parse('query', GasPriceQuery), async (c) =>
      c.json((await service.gasPrice({ ...c.req.valid('query'), signal: c.req.raw.signal })) satisfies GasPriceReply),
    )
    .get(paths.convertAllowance, own, parse('query', AllowanceQuery), async (c) => {
      const allowance = await service.allowance({ ...c.req.valid('query'), ...askedBy(c) })
      return c.json({ allowance: String(allowance) } satisfies AllowanceReply)
    })
    .get(paths.convertBuildApprove, own, parse('query', ApprovalQuery), async (c) => {
      const approval = await service.approval({ ...c.req.valid('query'), ...askedBy(c) })
      return c.json(approval satisfies ApprovalReply)
    })
    .post(paths.convertBuildTransaction, takeJson({ limitBytes }), ownByBody, async (c) => {
      const body = parseWith({ schema: SwapTransactionBody, value: readJson(await c.req.text()), whole: 'body' })
      const transaction = await service.transaction({ ...body, signal: c.req.raw.signal })
      return c.json(transaction satisfies SwapTransactionReply)
    })
}

const askedBy = ({ var: { project, client }, req }: Context<Env>) => {
  return { projectId: project.id, client, signal: req.raw.signal }
}
