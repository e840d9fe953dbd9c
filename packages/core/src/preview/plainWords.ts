import { formatAmount } from '../chain/amount.js'
import { shortenAddress } from '../chain/display.js'
import type { Asked, Asset, TokenBalance, Transfer } from '../connector/family.js'
import type { Network } from '../networks/network.js'
import type { Fact, ShownRequest, Words } from '../words/shown.js'

/** The parts of a request that are known without reading the family's own data. */
export interface PlainRequest {
  readonly asked: Asked
  /** The transfer that it is, where it is one. */
  readonly transfer: Transfer | undefined
  readonly address: string
  readonly network: Network | undefined
  /** The account's tokens, as far as they are known. */
  readonly tokens: readonly TokenBalance[]
}

const words = (name: Words['name'], values: Words['values'] = {}): Words => ({ name, values })
const code = (label: Words['name'], value: string): Fact => ({ label: words(label), value, isCode: true })

/** Says a request by what is known of it without its family's words: a transfer whole, of anything else that it isn't known. */
export function plainWords(request: PlainRequest): ShownRequest {
  const { asked, transfer, address, network } = request
  const where: readonly Fact[] = [
    code('request.from', address),
    ...(network ? [{ label: words('request.network'), value: network.name }] : []),
  ]
  if (transfer) {
    const { name, amount } = sumOf(request, transfer)
    return {
      title: words('request.send', { token: name }),
      act: words('request.act.send'),
      facts: [{ label: words('request.give'), value: amount }, code('request.to', transfer.to), ...where],
      warnings: [],
      isDeliberate: false,
    }
  }
  if ('approval' in asked)
    return {
      title: words(asked.approval.kind === 'collection' ? 'request.disallowCollection' : 'request.disallowAny'),
      act: words('request.act.send'),
      facts: [
        code('request.spender', asked.approval.spender),
        code('request.contract', asked.approval.contract),
        ...where,
      ],
      warnings: [],
      isDeliberate: false,
    }
  const isSigned = 'typedData' in asked
  return {
    title: titleOf(asked),
    act: words(isSigned ? 'request.act.sign' : 'request.act.send'),
    facts: where,
    warnings: [words(isSigned ? 'request.warn.unknownEffect' : 'request.warn.unreadCall')],
    isDeliberate: true,
  }
}

function titleOf(asked: Asked): Words {
  if ('typedData' in asked) return words('request.signTypedData')
  if ('calls' in asked) return words('request.carryOut', { count: `${asked.calls.length}` })
  return words('request.callContract')
}

/** Returns the name and the amount of a transfer's asset. */
function sumOf(
  { network, tokens }: Pick<PlainRequest, 'network' | 'tokens'>,
  { asset, amount }: Transfer,
): { readonly name: string | Words; readonly amount: string | Words } {
  if (asset.type === 'nft') return { name: `#${asset.tokenId}`, amount: `${amount} × #${asset.tokenId}` }
  const known = asset.type === 'coin' ? network?.nativeCurrency : tokens.find(isOf(asset))
  if (!known) return { name: words('request.tokens'), amount: words('request.smallestUnit', { amount: `${amount}` }) }
  const { symbol, decimals } = known
  const text = `${formatAmount({ value: amount, decimals })} ${symbol}`
  if (asset.type !== 'token' || !('isUnlisted' in known && known.isUnlisted)) return { name: symbol, amount: text }
  const contract = shortenAddress({ address: asset.address })
  return { name: symbol, amount: words('request.unlisted', { token: text, contract }) }
}

const isOf =
  (asset: Extract<Asset, { readonly type: 'token' }>) =>
  ({ address }: TokenBalance): boolean =>
    address?.toLowerCase() === asset.address.toLowerCase()
