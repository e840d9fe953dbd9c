import { decodeBytes, encodeBytes, newId } from '@foyer/custody/bytes'
import { boxUses } from '@foyer/custody/keeperCalls'
import { personOf, type SocialName } from '@foyer/custody/person'
import { openBox } from '@foyer/custody/sealedBox'
import { type FarcasterSignature, isVouchFor, SocialProof, socialHash, verifierOf } from '@foyer/custody/social'
import { networkOf } from '@foyer/service/budget/clientAddress'
import { mailboxOf } from '@foyer/service/budget/mailboxOf'
import { mailLanguageOf } from '@foyer/service/mail/mailLanguage'
import type { SocialProvider } from '@foyer/service/socials/createSocials'
import { takeProviderShare } from '@foyer/service/socials/providerShares'
import { SocialRefusedError } from '@foyer/service/socials/refusals'
import type { StatedAccount } from '@foyer/service/socials/statedAccount'
import { and, desc, eq, inArray } from 'drizzle-orm'
import * as v from 'valibot'
import { type InTurn, inTurnThenWrite, type KeeperBase } from './base.js'
import { refuse, requirePoint, unwritten } from './begin.js'
import { type Asker, type Ceremony, isOpen, seconds, times } from './ceremony.js'
import { personsOf } from './devices.js'
import { keeperLimits } from './keeperLimits.js'
import { confirmed, settleIn } from './opening.js'
import { WrongPartError } from './refusals.js'
import { takeSocialDevice } from './shares.js'
import { actsFor, change, findBinding } from './store.js'
import { keeperBindings, keeperCeremonies } from './tables.js'

interface ProveSocial extends Asker {
  /** of the login that the device has begun */
  readonly social: string
  readonly provider: SocialName
  /** the device's key that the part is sealed to */
  readonly key: string
  /** sealed to the keeper */
  readonly proof: string
}

/**
 * Confirms a device by what a provider states of an account to this keeper's own client: of this login, and so of the key of the device that signs. No digits are
 * needed, as nothing that stands between can make the provider state another key; a wallet waits to open as after a mail, since a page may have led the visitor
 * through a login that somebody else began.
 * @throws SocialOffError · SocialRefusedError · EmailUnverifiedError · ProviderAwayError · ProviderBusyError · TooManyCeremoniesError · WrongPartError
 * @see F7
 */
export async function proveSocial(base: KeeperBase, asked: ProveSocial) {
  const { social, provider, device } = asked
  await requirePoint(asked.key)
  const found = base.socials.get(provider)
  found.rest.refuse(asked.client)
  const [known] = await personsOf(base.orm, device)
  const { socialDevice, socialNetwork } = keeperLimits
  const share =
    known !== undefined
      ? base.windowOf(socialDevice).take({ key: device })
      : base.windowOf(socialNetwork).take({ key: networkOf(asked.client) })
  refuse(await share)
  const { vouch, ...proof } = await openProof(base, asked)
  refuse(await takeProviderShare({ windowOf: base.windowOf, provider, client: asked.client, known }))
  const hash = await socialHash({ social, device })
  const { subject, email, userName, token } = await check({ base, found, proof, hash, visitor: asked.client })
  const person = personOf({ provider, subject })
  const { orm: rows } = base
  const isNew =
    !(await actsFor({ rows, person, key: device })) && (await findConfirmed({ base, rows, person, device })) === null
  if (isNew) await takeSocialDevice(base, { person, client: asked.client })
  const confirmedIn = vouch !== null && (await isVouchFor({ body: vouch, hash })) ? vouch.key : null
  const ceremony = await inTurnThenWrite({ base, person }, (rows, note) =>
    confirmIn({ base, rows, note, asked, person, email, confirmedIn }),
  )
  return { ceremony: ceremony.id, expiresAt: seconds(ceremony.expiresAt), person, email, userName, token }
}

interface Check {
  readonly base: KeeperBase
  readonly found: SocialProvider
  readonly proof: { readonly idToken: string } | { readonly code: string; readonly secret: string } | FarcasterSignature
  /** of the login and the device that signs */
  readonly hash: string
  readonly visitor: string
}

/**
 * Whose account it is: by what the provider has signed with the hash in it, by a code that counts with a verifier of that hash alone,
 * or by what the account's owner has signed with the hash in it.
 * @returns with it the token by which the login server sees the same for itself
 */
async function check({
  base,
  found,
  proof,
  hash,
  visitor,
}: Check): Promise<StatedAccount & { readonly token: string | null }> {
  if (found.kind === 'openId') {
    if (!('idToken' in proof)) throw new SocialRefusedError({})
    return { ...(await found.openId.read({ idToken: proof.idToken, nonce: hash })), token: null }
  }
  if (found.kind === 'farcaster') {
    if (!('signature' in proof)) throw new SocialRefusedError({})
    return { ...(await found.farcaster.read({ ...proof, hash })), token: null }
  }
  if (!('code' in proof)) throw new SocialRefusedError({})
  const { code, secret } = proof
  const verifier = await verifierOf({ secret, hash })
  const token = await found.oauth.exchange({ code, verifier, redirectUri: base.redirectUri })
  return { ...(await found.oauth.read({ accessToken: token, visitor })), token }
}

async function openProof({ secrets }: KeeperBase, { proof, social, device }: ProveSocial): Promise<SocialProof> {
  const box = { keys: secrets.sealing, box: decodeBytes(proof), use: boxUses.social, of: [social, device] }
  const opened = await openBox(box).catch((cause: unknown) => {
    throw new WrongPartError({ cause })
  })
  const said = v.safeParse(v.pipe(v.string(), v.parseJson(), SocialProof), new TextDecoder().decode(opened))
  if (!said.success) throw new WrongPartError({ cause: undefined })
  return said.output
}

interface ConfirmIn extends InTurn {
  readonly asked: ProveSocial
  readonly person: string
  readonly email: string | null
  /** the browser that has seen the login through, which is known once the wallet has opened */
  readonly confirmedIn: string | null
}

/**
 * A device that was confirmed before goes on with the same ceremony, and so with the same wait. Until a device acts, mails about it go to the address that they went to
 * before: someone who has the account may have given it another address, and would be the only one to get mails about the wait.
 */
async function confirmIn({
  base,
  rows,
  note,
  asked,
  person,
  email: stated,
  confirmedIn,
}: ConfirmIn): Promise<Ceremony> {
  const { device, key } = asked
  const [binding, isActing] = [await findBinding(rows, person), await actsFor({ rows, person, key: device })]
  const email = isActing ? stated : (binding?.email ?? stated)
  if (isActing) await rows.update(keeperBindings).set({ email }).where(eq(keeperBindings.person, person))
  const before = await findConfirmed({ base, rows, person, device })
  if (before !== null) {
    const settled = await settleIn({ base, rows, note, ceremony: before })
    if (isOpen(settled, base.clock.now()))
      return change(rows, settled, { key, email, confirmedIn: confirmedIn ?? settled.confirmedIn })
  }
  const ceremony = begun({ base, asked, person, email, confirmedIn })
  await rows.insert(keeperCeremonies).values(ceremony)
  return confirmed({ base, rows, note, ceremony, binding, atOnceBy: isActing ? 'acting' : null })
}

async function findConfirmed({
  base,
  rows,
  person,
  device,
}: Pick<ConfirmIn, 'base' | 'rows' | 'person'> & { readonly device: string }): Promise<Ceremony | null> {
  const isIts = and(eq(keeperCeremonies.person, person), eq(keeperCeremonies.device, device))
  const [found] = await rows
    .select()
    .from(keeperCeremonies)
    .where(and(isIts, inArray(keeperCeremonies.status, ['confirmed', 'held', 'released'])))
    .orderBy(desc(keeperCeremonies.beganAt))
    .limit(1)
  return found !== undefined && isOpen(found, base.clock.now()) ? found : null
}

/** Without a mail's link there is nothing to guess: such a ceremony is none of the mailbox's three a day. */
function begun({ base, asked, person, email, confirmedIn }: Omit<ConfirmIn, 'rows' | 'note'>): Ceremony {
  const now = base.clock.now()
  const { site, device, key, browser, place, client } = asked
  return {
    ...{ id: newId(), person, email, mailbox: mailboxOf(person), device, site, browser, place, key, confirmedIn },
    network: base.ownersOf(client)[0],
    ...{ commitment: '', keeperNonce: encodeBytes(base.randomBytes(32)), deviceNonce: null },
    ...{ opensAt: null, actsAt: null, typedAt: null, typedIn: null, approvedBy: null },
    ...unwritten,
    language: mailLanguageOf(asked.language),
    ...{ status: 'waiting', endedReason: null },
    beganAt: new Date(now),
    expiresAt: new Date(now + times.linkMs),
  }
}
