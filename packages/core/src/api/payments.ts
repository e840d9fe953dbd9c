import type * as v from 'valibot'
import { JsonRpcError } from '../errors/http.js'
import { JsonRpcResponse } from '../wire/jsonRpc.js'
import { paths } from '../wire/paths.js'
import {
  OnrampOptionsReply,
  type OnrampQuoteBody,
  OnrampQuoteReply,
  type OnrampUrlBody,
  OnrampUrlReply,
  type PayExchangesParams,
  PayExchangesResult,
  type PayStatusParams,
  PayStatusResult,
  type PayUrlParams,
  PayUrlResult,
  payMethods,
} from '../wire/payments.js'
import { parseReply } from './http.js'
import { isServed } from './isServed.js'
import type { Cancellable, GatedContext } from './project.js'

type Context = Pick<GatedContext, 'http'>

export interface PayExchangesRequest extends PayExchangesParams, Cancellable {}

/** The exchanges that can be paid from, whatever network is active. @throws JsonRpcError with the server's own words */
export function payExchanges(
  context: Context,
  { signal, ...params }: PayExchangesRequest = {},
): Promise<PayExchangesResult> {
  return call({
    context,
    method: payMethods.exchanges,
    params: { page: 0, ...params },
    schema: PayExchangesResult,
    signal,
  })
}

export interface PayUrlRequest extends PayUrlParams, Cancellable {}

/** The page of an exchange where the visitor pays. @throws JsonRpcError with the server's own words */
export function payUrl(context: Context, { signal, ...params }: PayUrlRequest): Promise<PayUrlResult> {
  return call({ context, method: payMethods.url, params, schema: PayUrlResult, signal })
}

export interface PayStatusRequest extends PayStatusParams, Cancellable {}

/** How far a payment is. @throws JsonRpcError with the server's own words */
export function payStatus(context: Context, { signal, ...params }: PayStatusRequest): Promise<PayStatusResult> {
  return call({ context, method: payMethods.status, params, schema: PayStatusResult, signal })
}

interface Call<Result> extends Cancellable {
  readonly context: Context
  readonly method: string
  readonly params: unknown
  readonly schema: v.GenericSchema<unknown, Result>
}

async function call<Result>({ context: { http }, method, params, schema, signal }: Call<Result>): Promise<Result> {
  const body = { jsonrpc: '2.0', id: 1, method, params }
  const context = { call: method }
  const { result, error } = await http.postForReply({
    call: method,
    path: paths.pay,
    body,
    schema: JsonRpcResponse,
    signal,
  })
  if (error) throw new JsonRpcError({ rpcCode: error.code, text: error.message, rpcData: error.data, context })
  return parseReply({ call: method, schema, value: result })
}

/** GET /v1/onramp/options [S7.19 S3.18 S3.19]; nothing while the active network isn't served [S7.2]. */
export async function onrampOptions(context: GatedContext, { signal }: Cancellable = {}): Promise<OnrampOptionsReply> {
  if (!(await isServed(context, { signal }))) {
    return { purchaseCurrencies: [], paymentCurrencies: [] }
  }
  return context.http.get({ call: 'onrampOptions', path: paths.onrampOptions, schema: OnrampOptionsReply, signal })
}

export interface OnrampQuoteRequest extends OnrampQuoteBody, Cancellable {}

/** POST /v1/onramp/quote [S7.20 S3.20]; null while the active network isn't served [S7.2]. */
export async function onrampQuote(
  context: GatedContext,
  { signal, ...body }: OnrampQuoteRequest,
): Promise<OnrampQuoteReply | null> {
  if (!(await isServed(context, { signal }))) return null
  return context.http.postForReply({
    call: 'onrampQuote',
    path: paths.onrampQuote,
    body,
    schema: OnrampQuoteReply,
    signal,
  })
}

export interface OnrampUrlRequest extends Omit<OnrampUrlBody, 'defaultExperience'>, Cancellable {}

/** POST /v1/generators/onrampurl [S7.18]: where the visitor buys; empty while the active network isn't served [S7.2]. */
export async function onrampUrl(context: GatedContext, { signal, ...rest }: OnrampUrlRequest): Promise<string> {
  if (!(await isServed(context, { signal }))) return ''
  const body = { ...rest, defaultExperience: 'buy' }
  return (
    await context.http.postForReply({ call: 'onrampUrl', path: paths.onrampUrl, body, schema: OnrampUrlReply, signal })
  ).url
}
