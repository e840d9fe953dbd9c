import {
  OnrampOptionsReply,
  type OnrampQuoteBody,
  OnrampQuoteReply,
  type OnrampUrlBody,
  OnrampUrlReply,
} from '../wire/onramp.js'
import { paths } from '../wire/paths.js'
import { isServed } from './isServed.js'
import type { Cancellable, GatedContext } from './supportedChains.js'

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
