import * as v from 'valibot'
import { ProviderAwayError, SocialRefusedError } from './refusals.js'

interface AskProvider<Schema extends v.GenericSchema> {
  readonly url: string
  /** sent as a form, by POST */
  readonly form?: Readonly<Record<string, string>> | undefined
  readonly schema: Schema
}

const timeoutMs = 5_000
const mostBytes = 65_536

/**
 * Asks a provider once. A code is used up by being exchanged, so nothing is asked twice.
 * @throws {@link SocialRefusedError} where the provider refuses · {@link ProviderAwayError}
 */
export async function askProvider<const Schema extends v.GenericSchema>({
  url,
  form,
  schema,
}: AskProvider<Schema>): Promise<v.InferOutput<Schema>> {
  const { status, text } = await exchange(url, form)
  // RFC 6749 §5.2: a code that was used, is over or is another client's is answered so.
  if (status === 400 || status === 401) throw new SocialRefusedError({})
  const { success, output } = v.safeParse(v.pipe(v.string(), v.parseJson(), schema), text)
  if (status !== 200 || !success) throw new ProviderAwayError({})
  return output
}

async function exchange(url: string, form: AskProvider<v.GenericSchema>['form']) {
  const init = form === undefined ? {} : { method: 'POST', body: new URLSearchParams(form) }
  try {
    const answer = await fetch(url, {
      ...init,
      headers: { accept: 'application/json' },
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
    return { status: answer.status, text: await readUpTo(answer) }
  } catch (cause) {
    throw new ProviderAwayError({ cause })
  }
}

async function readUpTo({ body }: Response): Promise<string> {
  const reader = body?.getReader()
  const decoder = new TextDecoder()
  let [text, length] = ['', 0]
  for (let part = await reader?.read(); part !== undefined && !part.done; part = await reader?.read()) {
    length += part.value.length
    if (length > mostBytes) {
      await reader?.cancel()
      throw new RangeError(`A provider’s answer has more than ${mostBytes} bytes.`)
    }
    text += decoder.decode(part.value, { stream: true })
  }
  return text + decoder.decode()
}
