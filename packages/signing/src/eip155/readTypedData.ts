import type { Fact, ShownField, ShownRequest, WalletNetwork } from '@foyer/core/words'
import { numberOf } from '../contracts/chainNumber.js'
import { code, words } from '../sentences.js'
import { shownName } from '../shownText.js'
import type { AskedTypedData } from './requestParams.js'
import { assertNames, TypedNameError } from './typedNames.js'
import { isPlainNumber, usualFields } from './typedSpelling.js'
import { typedTree } from './typedTree.js'

/** Typed data that lets another account spend, though it looks like a message. */
const permits = /^Permit(ForAll|Single|Batch|(Batch)?(Witness)?TransferFrom)?$/

export type ReadTypedData =
  | {
      readonly status: 'readable'
      readonly signable: AskedTypedData
      readonly shown: ShownRequest
      /** The network of its contracts; undefined where the wallet doesn't reach it. */
      readonly on: WalletNetwork | undefined
      readonly isPermit: boolean
      /** For another chain, or dressed as something else: a step of its own, whatever it is. */
      readonly isSuspect: boolean
    }
  | { readonly status: 'unreadable'; readonly why: string }

/** Describes typed data (EIP-712): with its chain, where that isn't the session's. */
export function readTypedData({
  data: { types, primaryType, domain, message },
  address,
  network,
  networkOf = () => undefined,
  assertHashable = () => {},
}: {
  readonly data: AskedTypedData
  readonly address: string
  readonly network: WalletNetwork
  /** Another network of the wallet's, by its CAIP-2 id. */
  readonly networkOf?: ((chainId: string) => WalletNetwork | undefined) | undefined
  /** Throws for what can't be signed as it is: of the wallet that signs it. Who only shows it leaves that to the wallet. */
  readonly assertHashable?: ((data: AskedTypedData) => void) | undefined
}): ReadTypedData {
  const chain = domain.chainId === undefined ? undefined : Number(domain.chainId)
  if (chain !== undefined && !(isPlainNumber(domain.chainId) && Number.isSafeInteger(chain) && chain >= 0)) {
    return { status: 'unreadable', why: 'The typed data names a chain that is none.' }
  }
  const isElsewhere = chain !== undefined && chain !== numberOf(network.chainId)
  const on = isElsewhere ? networkOf(`eip155:${chain}`) : network
  const where = on?.name ?? words('request.chainNumber', { chain: `${chain}` })
  // As a number: the encoder leaves a chain id in text out of the domain.
  const ownDomain = chain === undefined ? domain : { ...domain, chainId: chain }
  const domainFields = types.EIP712Domain ?? usualFields.filter(({ name }) => isGiven(name, ownDomain[name]))
  const ownTypes = { ...types, EIP712Domain: domainFields }
  const signable: AskedTypedData = { types: ownTypes, primaryType, domain: ownDomain, message }
  const fields = readFields(signable, assertHashable)
  if (typeof fields === 'string') return { status: 'unreadable', why: fields }
  const signed = (name: string) => (domainFields.some((field) => field.name === name) ? ownDomain[name] : undefined)
  const [name, contract] = [signed('name'), signed('verifyingContract')]
  const isPermit = permits.test(primaryType)
  // Tokens that came over a bridge have their chain in its place.
  const isSalted = chain === undefined && saltedFor(signed('salt'), network.chainId)
  const facts: Fact[] = [
    { label: words('request.what'), value: shownName(primaryType) },
    ...(typeof name === 'string' ? [{ label: words('request.for'), value: shownName(name) }] : []),
    ...(typeof contract === 'string' ? [code('request.contract', shownName(contract))] : []),
    code('request.with', address),
    { label: words('request.network'), value: where },
  ]
  const isLogin = isPermit && isDressedAsLogin({ domain: ownDomain, primaryType, fields })
  return {
    ...{ status: 'readable', signable, on, isPermit, isSuspect: isElsewhere || isLogin },
    shown: {
      title: words(isPermit ? 'request.allowBySignature' : 'request.signTypedData'),
      act: words('request.act.sign'),
      facts,
      tree: { label: words('request.signed'), fields },
      warnings: [
        ...(isPermit ? [words('request.warn.permit')] : []),
        ...(signed('chainId') === undefined && !isSalted ? [words('request.warn.anyChain')] : []),
        ...(isElsewhere ? [words('request.warn.otherChain', { network: where, own: network.name })] : []),
        ...(isLogin ? [words('request.warn.permitAsLogin')] : []),
      ],
      // Others may take by it, and what isn't said yet; or it holds where nothing can be looked up.
      isDeliberate: isPermit || isElsewhere,
    },
  }
}

/** Whether a domain's salt is the number of a chain, and of none other. */
const saltedFor = (salt: unknown, chainId: string): boolean =>
  typeof salt === 'string' && /^0x[0-9a-f]{64}$/.test(salt) && BigInt(salt) === BigInt(numberOf(chainId))

/** The words by which pages call a login. */
const login = /\b(sign|log)(ging|ning)?[ _-]?(in|on)\b|\blogin\b|\bverif|\bauthenticat/i

/** Whether data that lets others take is written as if it were a login. */
function isDressedAsLogin({
  domain,
  primaryType,
  fields,
}: Pick<AskedTypedData, 'domain' | 'primaryType'> & { readonly fields: readonly ShownField[] }): boolean {
  const texts = (field: ShownField): readonly string[] =>
    field.fields ? field.fields.flatMap(texts) : field.isCode ? [] : [field.value ?? '']
  return [primaryType, String(domain.name ?? ''), ...fields.flatMap(texts)].some((text) => login.test(text))
}

/** As the libraries of applications have it: an empty name is a name, and no other field is empty. */
const isGiven = (name: string, value: unknown): boolean =>
  name === 'name' ? typeof value === 'string' : value !== undefined && value !== null && value !== ''

/** @returns the data's fields, or why they can't be signed: what can't be read or hashed is refused before the visitor is asked */
function readFields(
  signable: AskedTypedData,
  assertHashable: (data: AskedTypedData) => void,
): readonly ShownField[] | string {
  try {
    assertNames(signable.types)
    const fields = typedTree(signable)
    assertHashable(signable)
    return fields
  } catch (error) {
    if (error instanceof TypedNameError) return error.message
    return error instanceof RangeError
      ? 'The typed data is too deep or too long to be read before it is signed.'
      : 'The typed data doesn’t fit its own types.'
  }
}
