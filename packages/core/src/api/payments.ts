import * as v from 'valibot'
import { JsonRpcError } from '../errors/http.js'
import {
  type OnrampOptionsReply,
  type OnrampQuoteBody,
  type OnrampQuoteReply,
  type OnrampUrlBody,
  onrampOptionsCall,
  onrampQuoteCall,
  onrampUrlCall,
  type PayExchangesParams,
  PayExchangesResult,
  type PayStatusParams,
  PayStatusResult,
  type PayUrlParams,
  PayUrlResult,
  payCall,
  payMethods,
} from '../wire/payments.js'
import { type Asker, ask, isServed } from './ask.js'
import { outputOf } from './http.js'
import type { Api, Cancellable } from './project.js'

export interface PayExchangesRequest extends PayExchangesParams, Cancellable {}

/** The exchanges that can be paid from, whatever network is active. @throws JsonRpcError with the server's own words */
export function payExchanges(
  asker: Asker,
  { signal, ...params }: PayExchangesRequest = {},
): Promise<PayExchangesResult> {
  const { exchanges: method } = payMethods
  return call({ asker, method, params: { page: 0, ...params }, schema: PayExchangesResult, signal })
}

export interface PayUrlRequest extends PayUrlParams, Cancellable {}

/** The page of an exchange where the visitor pays. @throws JsonRpcError with the server's own words */
export function payUrl(asker: Asker, { signal, ...params }: PayUrlRequest): Promise<PayUrlResult> {
  return call({ asker, method: payMethods.url, params, schema: PayUrlResult, signal })
}

export interface PayStatusRequest extends PayStatusParams, Cancellable {}

/** Reads the status of a payment. @throws JsonRpcError with the server's own words */
export function payStatus(asker: Asker, { signal, ...params }: PayStatusRequest): Promise<PayStatusResult> {
  return call({ asker, method: payMethods.status, params, schema: PayStatusResult, signal })
}

interface Call<Result> extends Cancellable {
  readonly asker: Asker
  readonly method: string
  readonly params: Readonly<Record<string, unknown>>
  readonly schema: v.GenericSchema<unknown, Result>
}

async function call<Result>({ asker, method, params, schema, signal }: Call<Result>): Promise<Result> {
  const { result, error } = await ask(asker, payCall, { body: { jsonrpc: '2.0', id: 1, method, params }, signal })
  const context = { call: method }
  if (error) throw new JsonRpcError({ rpcCode: error.code, text: error.message, rpcData: error.data, context })
  return outputOf(v.safeParse(schema, result), method)
}

/** GET /v1/onramp/options [S7.19 S3.18 S3.19]; nothing while the active network isn't served [S7.2]. */
export async function onrampOptions(context: Api, { signal }: Cancellable = {}): Promise<OnrampOptionsReply> {
  if (!(await isServed(context, { signal }))) {
    return { purchaseCurrencies: [], paymentCurrencies: [] }
  }
  return ask(context, onrampOptionsCall, { signal })
}

export interface OnrampQuoteRequest extends OnrampQuoteBody, Cancellable {}

/** POST /v1/onramp/quote [S7.20 S3.20]; null while the active network isn't served [S7.2]. */
export async function onrampQuote(
  context: Api,
  { signal, ...body }: OnrampQuoteRequest,
): Promise<OnrampQuoteReply | null> {
  if (!(await isServed(context, { signal }))) return null
  return ask(context, onrampQuoteCall, { body, signal })
}

export interface OnrampUrlRequest extends Omit<OnrampUrlBody, 'defaultExperience'>, Cancellable {}

/** POST /v1/generators/onrampurl [S7.18]: where the visitor buys; empty while the active network isn't served [S7.2]. */
export async function onrampUrl(context: Api, { signal, ...rest }: OnrampUrlRequest): Promise<string> {
  if (!(await isServed(context, { signal }))) return ''
  return (await ask(context, onrampUrlCall, { body: { ...rest, defaultExperience: 'buy' }, signal })).url
}
