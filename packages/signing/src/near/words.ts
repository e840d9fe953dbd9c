/** Words for requests that some wallet of NEAR is about to be asked for: read and described, and never signed here. */

import { parseUrl } from '@foyer/core/links'
import type { DescribedRequest, Fact, RequestReader, ShownRequest } from '@foyer/core/words'
import { bytesToHex } from '@noble/hashes/utils.js'
import { base64 } from '@scure/base'
import * as v from 'valibot'
import { coins } from '../coins.js'
import { distinct } from '../distinct.js'
import { readMessageText } from '../readMessageText.js'
import { isWorse } from '../readSimulation.js'
import { code, words } from '../sentences.js'
import { shownText } from '../shownText.js'
import { describeBy } from '../withOutside.js'
import { readAction, type Step, stepsOf } from './readAction.js'
import { type ReadTransaction, readTransaction } from './readTransaction.js'

export { type Level, levelOf } from '../level.js'
export { RequestTooLargeError } from '../requestSize.js'
export { sayRequestInEnglish, spokenRequest } from '../sentences.js'

const Byte = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(255))
/** As JSON has those of a Uint8Array: a list, or an object by their places, of which each stands there once. */
const Bytes = v.pipe(
  v.union([
    v.array(Byte),
    v.pipe(
      v.record(v.string(), Byte),
      v.check((each) => Object.keys(each).every((name, place) => name === `${place}`)),
      v.transform((each) => Object.values(each)),
    ),
  ]),
  v.maxLength(65_536),
  v.transform((each) => Uint8Array.from(each)),
)
const TransactionParams = v.object({ transaction: Bytes })
const MessageParams = v.object({
  accountId: v.string(),
  message: v.string(),
  recipient: v.string(),
  nonce: v.unknown(),
})

/**
 * Describes what a wallet of NEAR elsewhere is about to be asked for, by the data of the request alone.
 * @returns undefined for a method that asks for nothing to be signed, and for data that can't be read: then nothing is known of it
 * @throws RequestTooLargeError for more than 128 kB
 */
export function describeNear(request: DescribedRequest): Promise<ShownRequest | undefined> {
  return describeBy(request, (asked) =>
    asked.method === 'near_signMessage' ? describeMessage(asked) : describeTransaction(asked),
  )
}

function describeMessage({ params, network, peerUrl }: DescribedRequest): ShownRequest | undefined {
  const { success, output } = v.safeParse(MessageParams, params)
  if (!success) return undefined
  const { message: text, accountId: address, recipient } = output
  const data = bytesToHex(new TextEncoder().encode(text))
  // For whom it is signed: another page can use it for nothing, if its recipient checks that.
  const facts: readonly Fact[] = [{ label: words('request.to'), value: shownText(recipient) }]
  const shown = readMessageText({ text, data, address, network, peerUrl, facts })
  const { host } = parseUrl(peerUrl) ?? {}
  if (isAccount.test(recipient) || siteOf(recipient) === host || shown.title.name === 'request.signIn') return shown
  const elsewhere = words(host === undefined ? 'request.warn.elsewhereUnsaid' : 'request.warn.elsewhere', {
    domain: shownText(recipient),
    site: host ?? '',
  })
  return { ...shown, warnings: [...shown.warnings, elsewhere], isDeliberate: true }
}

/** Recipients are sites, or accounts: those of the networks end so, or have no dot. Parts of an account's name stand by themselves between single signs. */
const isAccount = /^(?=.{2,64}$)[a-z\d]+(?:[_-][a-z\d]+)*(?:(?:\.[a-z\d]+(?:[_-][a-z\d]+)*)*\.(?:near|testnet))?$/

const siteOf = (recipient: string): string | undefined =>
  parseUrl(/^https?:\/\//i.test(recipient) ? recipient : `https://${recipient}`)?.host

/** Everything that a transaction gives, and what else it does, an action each; what can't be read takes a step of its own beside that, and takes nothing of it away. */
function describeTransaction({ method, params, network }: DescribedRequest): ShownRequest | undefined {
  const { success, output } = v.safeParse(TransactionParams, params)
  if (method !== 'near_signTransaction' || !success) return undefined
  const read = readTransaction(output.transaction)
  const { signer, receiver, actions, hasMore } = read
  const end: readonly Fact[] = [code('request.with', signer), { label: words('request.network'), value: network.name }]
  const steps = stepsOf(read, network)
  const gifts = giftsOf(read, steps, network)
  const isTransfer = !hasMore && actions.length > 0 && actions.every(({ kind }) => kind === 'transfer')
  const isOwn = signer === receiver
  if (isTransfer && !isOwn)
    return {
      title: words('request.send', { token: network.currency.symbol }),
      act: words('request.act.send'),
      facts: [...gifts, ...end],
      warnings: [],
      isDeliberate: false,
    }
  const all = steps.map((step) => readAction(step, read, network))
  const [only] = all
  const isUnread = hasMore || actions.length === 0 || steps.some(isOpen)
  const listed = all.flatMap(({ title, facts }, index): readonly Fact[] => [
    { label: words('request.step', { number: `${index + 1}` }), value: title },
    ...facts,
  ])
  // Beside a gift what isn't read is a step of its own.
  const isAlone = only !== undefined && all.length === 1 && !hasMore && !(isUnread && gifts.length > 0)
  const warnings = distinct(all.flatMap((each) => each.warnings))
  return {
    title: isAlone && !isUnread ? only.title : words('request.signTransaction'),
    act: words('request.act.sign'),
    facts: [
      ...gifts,
      ...(gifts.length > 0 ? [] : [code('request.to', receiver)]),
      // What one action gives is said already.
      ...(isAlone ? only.facts.filter(({ value }) => !gifts.some((gift) => isSame(gift.value, value))) : listed),
      ...end,
    ],
    content: { label: words('request.data'), text: base64.encode(output.transaction), isCode: true },
    warnings: [...warnings, ...(isUnread ? [words('request.warn.unreadCall')] : [])],
    isDeliberate: isUnread || all.some((each) => each.isDeliberate),
  }
}

const isSame = (one: Fact['value'], other: Fact['value']): boolean => JSON.stringify(one) === JSON.stringify(other)

/** Whether what it does isn't read whole. */
const isOpen = ({ action, call }: Step): boolean => action.kind === 'call' && call === undefined

type Network = DescribedRequest['network']

/** All that the receiver is given in one sum, and what is left of an account to whom its deletion leaves it. */
function giftsOf(
  { signer, receiver, actions }: ReadTransaction,
  steps: readonly Step[],
  network: Network,
): readonly Fact[] {
  const sum = steps.reduce(
    (all, { action, call }) => all + ('deposit' in action && !call?.keepsDeposit ? action.deposit : 0n),
    0n,
  )
  const isTransfer = actions.some(({ kind }) => kind === 'transfer')
  const given =
    receiver !== signer && (sum > 0n || isTransfer)
      ? [coins(sum, network, 'request.give'), code('request.to', receiver)]
      : []
  const left = actions.flatMap((action) =>
    action.kind === 'deleteAccount' && action.beneficiary !== signer
      ? [{ label: words('request.give'), value: words('request.allItHolds') }, code('request.to', action.beneficiary)]
      : [],
  )
  return [...given, ...steps.flatMap(({ call }) => call?.gifts ?? []), ...left]
}

export const nearReader: RequestReader = {
  // No node carries a transfer out without its signature: what it moves stands in it.
  carriedOut: () => undefined,
  describe: describeNear,
  isWorse,
}
