import { encodeBytes, sha256 } from '@foyer/embedded/custody'
import { words } from '@foyer/signing/sentences'
import fc from 'fast-check'
import { afterEach, describe, expect, test } from 'vitest'
import { speakTo } from '../messages/say.js'
import { sayRequest } from '../messages/sayRequest.js'
import { type AskedApproval, createApprovals, type WaitingApproval } from './approvals.js'
import { type Arming, type ArmingEvent, armingMs, nextArming } from './arming.js'

describe('[F11] an approval’s button', () => {
  const unseen: Arming = { status: 'unseen' }
  const after = (...events: readonly ArmingEvent[]) => events.reduce(nextArming, unseen)
  const seen = (at: number): ArmingEvent => ({ type: 'seen', at })
  const passed = (at: number): ArmingEvent => ({ type: 'passed', at })

  test.each([
    ['not before it was seen', [passed(10_000)], 'unseen'],
    ['not at once', [seen(0), passed(0)], 'settling'],
    ['not a moment too early', [seen(0), passed(armingMs - 1)], 'settling'],
    ['after 500 ms', [seen(0), passed(500)], 'armed'],
    ['from when it was seen first', [seen(0), seen(400), passed(500)], 'armed'],
    ['anew once it has moved', [seen(0), { type: 'moved', at: 300 }, passed(500)], 'settling'],
    ['from when it moved last', [seen(0), { type: 'moved', at: 300 }, passed(800)], 'armed'],
    ['not by moving unseen', [{ type: 'moved', at: 0 }, passed(10_000)], 'unseen'],
    ['no longer once it is covered', [seen(0), passed(500), { type: 'covered' }], 'unseen'],
    ['no longer once it moves', [seen(0), passed(500), { type: 'moved', at: 600 }], 'settling'],
    ['still while it is seen on', [seen(0), passed(500), seen(600), passed(601)], 'armed'],
  ] as const)('is armed %s', (_, events, status) => {
    expect(after(...events).status).toBe(status)
  })

  test('is armed by no order of events before 500 ms without a cover or a move', () => {
    const event = fc.record({ type: fc.constantFrom('seen', 'covered', 'moved', 'passed'), ms: fc.nat(300) })
    fc.assert(
      fc.property(fc.array(event, { maxLength: 30 }), (events) => {
        let [at, stillSince, isSeen] = [0, 0, false]
        let arming: Arming = unseen
        for (const { type, ms } of events) {
          at += ms
          if (type === 'covered') isSeen = false
          if (type === 'moved' || (type === 'seen' && !isSeen)) stillSince = at
          if (type === 'seen') isSeen = true
          arming = nextArming(arming, { type, at })
          if (arming.status === 'armed') expect([isSeen, at - stillSince >= 500]).toEqual([true, true])
        }
      }),
    )
  })
})

const speakIn = (languages: readonly string[]) =>
  speakTo({
    ...{ location: { search: '' }, navigator: { languages } },
    document: { documentElement: { lang: '', dir: '' } },
  })
afterEach(() => speakIn([]))

describe('the approvals that wait', () => {
  const askingFor = (payloads: readonly Uint8Array[] | undefined, name = ''): AskedApproval => ({
    payloads,
    shown: sayRequest({
      title: words('request.send', { token: name }),
      act: words('request.act.sign'),
      ...{ facts: [], warnings: [], isDeliberate: false },
    }),
    signer: { family: 'eip155', address: '0xa11ce' },
  })
  const asking = (...texts: readonly string[]) => {
    const payloads = texts.map((text) => new TextEncoder().encode(text))
    return askingFor(payloads, texts.join())
  }
  const hashOf = async (text: string) => encodeBytes(await sha256(Uint8Array.from(new TextEncoder().encode(text))))

  function opened() {
    let shown: readonly WaitingApproval[] = []
    const approvals = createApprovals({ site: 'https://dapp.example', show: (waiting) => (shown = waiting) })
    return {
      ...approvals,
      shown: () => shown,
      /** Asks, and waits until it is shown. */
      async begin(request: AskedApproval, signal: AbortSignal = new AbortController().signal) {
        const before = shown.length
        const answer = approvals.ask(request, signal).then(
          (approved) => ('limitTo' in approved ? approved : { hashes: approved.map(({ hash }) => hash) }),
          (error: unknown) => ({ error }),
        )
        await expect.poll(() => shown.length).toBe(before + 1)
        return { answer, waiting: shown.at(-1) ?? expect.fail() }
      },
    }
  }
  const rejected = { error: { rpcCode: 4001 } }

  test('[F13] show who asks and the hashes of what is signed, and give those that were approved', async () => {
    const { begin, approve, shown } = opened()
    const { answer, waiting } = await begin(asking('one', 'two'))
    const hashes = [await hashOf('one'), await hashOf('two')]
    expect(waiting).toMatchObject({ site: 'https://dapp.example', hashes, shown: { title: 'Send one,two' } })
    expect(waiting).not.toHaveProperty('settle')
    approve(waiting.id, hashes)
    expect(await answer).toEqual({ hashes })
    expect(shown()).toEqual([])
  })

  test('are described in the document’s language', async () => {
    await speakIn(['de'])
    const { begin } = opened()
    expect((await begin(asking('ETH'))).waiting.shown).toMatchObject({ title: 'ETH senden', act: 'Signieren' })
  })

  test('[F13] of other bytes, of some of them, of none or in another order reject', async () => {
    const { begin, approve } = opened()
    const [one, two, three] = [await hashOf('one'), await hashOf('two'), await hashOf('three')]
    for (const hashes of [[], [one], [two, one], [one, three], [one, two, three]]) {
      const { answer, waiting } = await begin(asking('one', 'two'))
      approve(waiting.id, hashes)
      expect(await answer).toMatchObject(rejected)
    }
  })

  test('[F13] a limit that the visitor names approves nothing; where none is offered it rejects', async () => {
    const { begin, limit, shown } = opened()
    const request = asking('one')
    const offer = { label: 'Allow at most', unit: 'DUSD', decimals: 6, usual: '100' }
    const { answer, waiting } = await begin({ ...request, shown: { ...request.shown, limit: offer } })
    limit(waiting.id, '12.5')
    expect(await answer).toEqual({ limitTo: '12.5' })
    const plain = await begin(request)
    limit(plain.waiting.id, '12.5')
    expect(await plain.answer).toMatchObject(rejected)
    expect(shown()).toEqual([])
  })

  test('end one by one, by their own number, and once', async () => {
    const { begin, approve, reject, rejectAll, shown } = opened()
    const [first, second, third] = [await begin(asking('a')), await begin(asking('b')), await begin(asking('c'))]
    expect(new Set([first, second, third].map(({ waiting }) => waiting.id)).size).toBe(3)
    reject(second.waiting.id)
    expect(await second.answer).toMatchObject(rejected)
    expect(shown().map(({ id }) => id)).toEqual([first.waiting.id, third.waiting.id])
    approve(second.waiting.id, second.waiting.hashes)
    expect(shown()).toHaveLength(2)
    rejectAll()
    expect([await first.answer, await third.answer]).toMatchObject([rejected, rejected])
    expect(shown()).toEqual([])
  })

  test('end with the page’s signal, and aren’t shown where that is over before', async () => {
    const { begin, ask, shown } = opened()
    const ending = new AbortController()
    const { answer } = await begin(asking('a'), ending.signal)
    ending.abort()
    expect(await answer).toMatchObject(rejected)
    await expect(ask(asking('a'), ending.signal)).rejects.toMatchObject({ rpcCode: 4001 })
    expect(shown()).toEqual([])
  })

  test('are eight at most, and of something that can be shown', async () => {
    const { begin, ask, rejectAll, shown } = opened()
    const open = []
    for (let count = 0; count < 8; count += 1) open.push(await begin(asking(`${count}`)))
    const { signal } = new AbortController()
    await expect(ask(asking('ninth'), signal)).rejects.toMatchObject({ rpcCode: -32_005 })
    rejectAll()
    await Promise.all(open.map(({ answer }) => answer))
    await expect(ask(asking(), signal)).rejects.toMatchObject({ rpcCode: 4200 })
    await expect(ask(askingFor(undefined), signal)).rejects.toMatchObject({ rpcCode: 4200 })
    expect(shown()).toEqual([])
  })
})
