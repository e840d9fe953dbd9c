import { askEmailChangeCall } from '@foyer/custody/emailChangeCalls'
import { nameSiteCall } from '@foyer/custody/keeperWord'
import { readSiteWord } from '@foyer/login/keeperWords'
import type { Mail } from '@foyer/service/mail/mail'
import { handClock } from '@foyer/service-testing/handClock'
import * as v from 'valibot'
import { afterEach, expect, test } from 'vitest'
import { createSiteNames } from './siteNames.js'
import {
  askSigned,
  begin,
  confirm,
  createDevice,
  dayMs,
  firstLogin,
  mailAfter,
  mailsSent,
  minuteMs,
  startWorld,
  type World,
  walletOrigin,
  wrong,
} from './test/keeperWorld.js'

let world: World | undefined
afterEach(async () => {
  await world?.close()
  world = undefined
})

const evil = 'https://your-wallet-is-locked-call-1-800-555-1234.example'
/** All that is read of a mail, as it is read. */
const readOf = ({ subject, text, html }: Mail) => `${subject}\n${text}\n${html}`.replaceAll('\u200c', '')
const isListed = (site: string) => (site === evil ? null : new URL(site).host)

test('a site that no project of the operator’s allows is named by no mail of the keeper’s, in its subject, text or page', async () => {
  world = await startWorld({ nameOf: isListed })
  const { device } = await firstLogin(world)
  world.clock.pass(dayMs)
  // A login, whose digits are wrong; one that waits; and a change of the address to a stranger's mailbox.
  const [guessed, waiting] = [await createDevice(), await createDevice()]
  let sent = await mailsSent(world)
  const one = await begin(world, { device: guessed, at: evil, language: 'de' })
  await mailAfter(world, sent)
  await confirm(world, guessed, world.link(), wrong(one.digits))
  await mailAfter(world, sent + 1)
  world.clock.pass(minuteMs)
  const two = await begin(world, { device: waiting, at: evil })
  await mailAfter(world, sent + 2)
  await confirm(world, waiting, world.link(), two.digits)
  await mailAfter(world, sent + 3)
  const payload = { from: 'ada@mail.example', to: 'new@mail.example', site: evil }
  expect((await askSigned(world, { call: askEmailChangeCall, keys: device.keys, payload })).status).toBe(200)
  await mailAfter(world, sent + 5)
  const mails = world.mails.slice(sent)
  expect(mails).toHaveLength(6)
  for (const mail of mails) expect(readOf(mail)).not.toMatch(/locked|555/)
  expect(mails[0]?.subject).toBe('Jemand meldet sich bei einer anderen Website an. Sind Sie das?')
  expect(mails[0]?.text).toContain('Website: Nicht bekannt')
  expect(mails[2]?.subject).toBe('Someone is signing in to another site. Is it you?')
  expect(mails[2]?.text).toContain('Site: Not known')
  // A listed one is named.
  sent = await mailsSent(world)
  await begin(world, { device: await createDevice(), to: 'other@mail.example' })
  expect(readOf(await mailAfter(world, sent))).toContain('Someone is signing in to dapp.example. Is it you?')
})

test('while the login server is away, the mail goes out and names no site', async () => {
  const site = 'https://dapp.example'
  world = await startWorld({
    nameOf() {
      throw new Error('away')
    },
  })
  await begin(world, { device: await createDevice() })
  expect((await mailAfter(world, 0)).subject).toBe('Someone is signing in to another site. Is it you?')
  expect(await world.services.keeper.siteNames.nameOf(site)).toBeNull()
  expect(world.lines.join('')).toContain('the login server named no site')
  expect(world.lines.join('')).not.toContain('dapp.example')
})

test('the wallet’s own pages are named by their host, and no one is asked', async () => {
  world = await startWorld({
    nameOf() {
      throw new Error('asked')
    },
  })
  await begin(world, { device: await createDevice(), at: walletOrigin })
  expect(readOf(await mailAfter(world, 0))).toContain('Someone is signing in to wallet.example. Is it you?')
})

/** Names of sites, of a login server that answers so. */
async function naming(answer: () => Response | Promise<Response>) {
  world = await startWorld()
  const { secrets } = world.services.keeper
  const clock = handClock(1_700_000_000_000)
  const asked: { id: string; body: unknown; timeoutMs: number }[] = []
  const names = createSiteNames({
    ...{ walletOrigin, secrets, clock, log: world.services.log },
    async callLogin({ id }, request) {
      asked.push({ id, ...request })
      return answer()
    },
  })
  return { names, asked, clock, keeper: world.secret.publicKeys.signing }
}

test('it is asked by the keeper’s signed word, once for mails at once, and again after a minute', async () => {
  const site = 'https://dapp.example'
  const { names, asked, clock, keeper } = await naming(() => Response.json({ name: 'dapp.example' }))
  expect(await Promise.all([names.nameOf(site), names.nameOf(site)])).toEqual(['dapp.example', 'dapp.example'])
  expect(names.nameOf(site)).toBe('dapp.example')
  expect(asked).toMatchObject([{ id: nameSiteCall.id, timeoutMs: 3_000 }])
  const [{ body } = expect.fail()] = asked
  const { receipt } = v.parse(nameSiteCall.body, body)
  expect(await readSiteWord({ receipt, keeper, now: clock.now() })).toMatchObject({ site })
  await expect(readSiteWord({ receipt, keeper, now: clock.now() + 61_000 })).rejects.toThrow()
  clock.pass(59_999)
  await names.nameOf(site)
  expect(asked).toHaveLength(1)
  clock.pass(1)
  await names.nameOf(site)
  expect(asked).toHaveLength(2)
})

test.each([
  ['words of its own', () => Response.json({ name: 'call 1-800-555-1234' })],
  ['another host', () => Response.json({ name: 'evil.example' })],
  ['part of a label', () => Response.json({ name: 'p.example' })],
  ['no answer of this call', () => Response.json({ named: 'dapp.example' })],
  ['a refusal', () => new Response(null, { status: 403 })],
])('a login server that answers %s names nothing in a mail', async (_, answer) => {
  const { names } = await naming(answer)
  expect(await names.nameOf('https://a.dapp.example')).toBeNull()
})

test('a domain above the site’s host is a name of it', async () => {
  const { names } = await naming(() => Response.json({ name: 'dapp.example' }))
  expect(await names.nameOf('https://a.dapp.example')).toBe('dapp.example')
})
