import * as v from 'valibot'
import { isAddressEqual } from 'viem'
import { readHeld } from '../contracts/nodeReads.js'
import { signedDomain, signedPart } from '../contracts/signedPart.js'
import { amountOf, nameOf, readToken, tokenFacts, tokenWarnings } from '../contracts/tokens.js'
import { code, words } from '../sentences.js'
import { isAllOf, isMostOf, nearlyWarnings } from './allowance.js'
import { lostWarnings } from './lost.js'
import { posingWarnings } from './posing.js'
import { AddressText, Uint } from './requestParams.js'
import { type AskedSignature, type KnownSignature, untilFact } from './signature.js'

const Cancelled = v.object({ authorizer: AddressText })

const Authorization = v.object({ from: AddressText, to: AddressText, value: Uint, validBefore: Uint })

/** Says what an authorised transfer (EIP-3009) gives to whom, as its holder carries it out; or that one is taken back. Undefined for any other data, and for one of another account's. */
export async function readAuthorization(asked: AskedSignature): Promise<KnownSignature | undefined> {
  return asked.data.primaryType === 'CancelAuthorization' ? takenBack(asked) : authorised(asked)
}

/** By its token's own rules: of a token that isn't listed its name proves nothing. */
async function takenBack({
  data: { types, primaryType, domain, message },
  owner,
  network,
}: AskedSignature): Promise<KnownSignature | undefined> {
  const read = v.safeParse(Cancelled, signedPart(types, primaryType, message))
  const contract = v.safeParse(AddressText, signedDomain(types, domain).verifyingContract)
  if (!read.success || !contract.success || !isAddressEqual(read.output.authorizer, owner)) return undefined
  const token = await readToken(network, contract.output)
  if (!token.isListed) return undefined
  return {
    title: words('request.takeBackSignature'),
    facts: tokenFacts(token),
    ...{ warnings: [], isDeliberate: false, isTakenBack: true },
  }
}

async function authorised({
  data: { types, primaryType, domain, message },
  owner,
  network,
  now,
}: AskedSignature): Promise<KnownSignature | undefined> {
  if (!/^(Transfer|Receive)WithAuthorization$/.test(primaryType)) return undefined
  const read = v.safeParse(Authorization, signedPart(types, primaryType, message))
  const { verifyingContract, name } = signedDomain(types, domain)
  const contract = v.safeParse(AddressText, verifyingContract)
  if (!read.success || !contract.success || !isAddressEqual(read.output.from, owner)) return undefined
  const { to, value, validBefore } = read.output
  const address = contract.output
  const [token, balance] = await Promise.all([
    readToken(network, address),
    readHeld(network, { token: address, owner }),
  ])
  const poses = await posingWarnings({ token, name, network })
  const lost = lostWarnings({ to, token: address, network })
  const [isAll, isMost] = [isAllOf(value, balance), isMostOf(value, balance)]
  return {
    title: words('request.sendBySignature', { token: nameOf(token) }),
    facts: [
      amountOf(value, token, 'request.give'),
      ...(isMost && balance !== undefined ? [amountOf(balance, token, 'request.atStake')] : []),
      code('request.to', to),
      untilFact({ until: validBefore, now }, 'request.onceUntil'),
      { label: words('request.feeNow'), value: words('request.noFee') },
      ...tokenFacts(token),
    ],
    warnings: [
      words('request.warn.bearer'),
      ...(isAll ? [words('request.warn.allOfIt', { token: nameOf(token) })] : []),
      ...[...nearlyWarnings(value, balance, token), ...lost, ...tokenWarnings(token), ...poses],
    ],
    isDeliberate: isMost || lost.length > 0 || poses.length > 0,
  }
}
