import { encodeBytes, sha256 } from '@foyer/custody/bytes'
import { words } from '@foyer/signing/sentences'
import { afterEach, describe, expect, test } from 'vitest'
import { speakTo } from '../messages/say.js'
import { sayRequest } from '../messages/sayRequest.js'
import { type AskedApproval, type Came, createApprovals, type WaitingApproval } from './approvals.js'

const speakIn = (languages: readonly string[]) =>
  speakTo({
    ...{ location: { search: '' }, navigator: { languages } },
    document: { documentElement: { lang: '', dir: '' } },
  })
afterEach(() => speakIn([]))

describe('the approvals that wait', () => {
  const askingFor = (payloads: readonly Uint8Array[] | undefined, name = ''): AskedApproval => ({
    payloads,
    request: 'request',
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
    let answered: WaitingApproval | undefined
    let endGlance = () => {}
    const approvals = createApprovals({
      site: 'https://dapp.example',
      show(waiting, inFront) {
        shown = waiting
        answered = inFront
      },
      glance: () =>
        new Promise((resolve) => {
          endGlance = resolve
        }),
    })
    return {
      ...approvals,
      shown: () => shown,
      answered: () => answered,
      endGlance: () => endGlance(),
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

  test('[F11] are read anew whatever of what is shown has changed', async () => {
    const { begin, fillIn, shown } = opened()
    const limit = { label: 'Allow at most', unit: 'DUSD', decimals: 6, usual: '100', short: '100 DUSD' }
    const fact = { label: 'You give', value: '1 ETH' }
    const { waiting } = await begin(asking('one'))
    const changed: Partial<WaitingApproval['shown']>[] = [
      ...[{ title: 'Another' }, { act: 'Send' }, { headline: [{ text: 'You give 1 ETH' }] }, { sums: [fact] }],
      ...[
        { sums: [{ ...fact, value: '10 ETH' }] },
        { facts: [fact] },
        { limit },
        { limit: { ...limit, usual: '900' } },
      ],
      ...[{ warnings: [{ text: 'Look.', isMild: true }] }, { warnings: [{ text: 'Look.', isMild: false }] }],
      ...[{ isDeliberate: true }, { content: { label: 'Message', text: 'Hello', isCode: false } }],
      ...[{ warnings: [] }, { folded: { label: 'Details', facts: [fact], hasData: false } }],
      { tree: { label: 'What is signed', fields: [{ name: 'to', value: '0x00' }] } },
    ]
    let was = waiting.shown
    for (const [index, change] of changed.entries()) {
      const is = { ...was, ...change }
      fillIn(was, is)
      expect(shown()[0]?.changes, JSON.stringify(change)).toBe(index + 1)
      was = is
    }
    fillIn(was, { ...was })
    expect(shown()[0]?.changes).toBe(changed.length)
  })

  test('[F13] a limit that the visitor names approves nothing; where none is offered it rejects', async () => {
    const { begin, limit, shown } = opened()
    const request = asking('one')
    const offer = { label: 'Allow at most', unit: 'DUSD', decimals: 6, usual: '100', short: '100 DUSD' }
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

  test('what was approved stays in front, then its receipt for a moment; what is asked in its place stands before the others', async () => {
    const { begin, approve, finish, endGlance, shown, answered } = opened()
    const [first, second] = [await begin(asking('a')), await begin(asking('b'))]
    approve(first.waiting.id, first.waiting.hashes)
    await first.answer
    expect([answered()?.id, shown().map(({ id }) => id)]).toEqual([first.waiting.id, [second.waiting.id]])
    const again = await begin({ ...asking('c'), replaces: first.waiting.shown })
    expect([answered(), shown().map(({ shown: { title } }) => title)]).toEqual([undefined, ['Send c', 'Send b']])
    const front = shown()[0] ?? expect.fail()
    approve(front.id, front.hashes)
    await again.answer
    await finish(first.waiting.shown) // another’s end changes nothing
    const finished = finish(front.shown, { kind: 'sent', hash: '0x5f' })
    expect(answered()).toMatchObject({ id: front.id, receipt: { kind: 'sent', hash: '0x5f' } })
    endGlance()
    await finished
    expect([answered(), shown()]).toMatchObject([undefined, [{ id: second.waiting.id }]])
  })

  test('the receipt of an exchange stays until it says what came, with nobody waiting for it here; who asks anew comes before it', async () => {
    const { begin, approve, finish, endGlance, leave, answered } = opened()
    const sent = { kind: 'sent', hash: '0x5f' } as const
    const came = { status: 'done', amounts: ['3 DUSD'] } as const
    const send = async (text: string) => {
      const { answer, waiting } = await begin(asking(text))
      approve(waiting.id, waiting.hashes)
      await answer
      let arrive = (_: Came) => {}
      await finish(waiting.shown, sent, new Promise((resolve) => (arrive = resolve)))
      expect(answered()).toMatchObject({ id: waiting.id, receipt: { ...sent, came: 'awaited' } })
      return { waiting, arrive }
    }
    const first = await send('a')
    first.arrive(came)
    await expect.poll(() => answered()?.receipt).toEqual({ ...sent, came })
    endGlance()
    await expect.poll(answered).toBeUndefined()
    const second = await send('b')
    leave()
    expect(answered()).toBeUndefined()
    second.arrive(came)
    const third = await send('c')
    await begin(asking('d'))
    expect(answered()).toBeUndefined()
    third.arrive(came)
    await Promise.resolve()
    expect(answered()).toBeUndefined()
  })

  test('what has failed has no receipt, and nothing is in front after all was rejected', async () => {
    const { begin, approve, finish, rejectAll, answered } = opened()
    const failing = await begin(asking('a'))
    approve(failing.waiting.id, failing.waiting.hashes)
    await failing.answer
    await finish(failing.waiting.shown)
    expect(answered()).toBeUndefined()
    const next = await begin(asking('b'))
    approve(next.waiting.id, next.waiting.hashes)
    await next.answer
    rejectAll()
    expect(answered()).toBeUndefined()
    await finish(next.waiting.shown, { kind: 'signed' })
    expect(answered()).toBeUndefined()
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
    const { begin, ask, approve, rejectAll, shown } = opened()
    const open = []
    for (let count = 0; count < 8; count += 1) open.push(await begin(asking(`${count}`)))
    const { signal } = new AbortController()
    await expect(ask(asking('ninth'), signal)).rejects.toMatchObject({ rpcCode: -32_005 })
    rejectAll()
    await Promise.all(open.map(({ answer }) => answer))
    // What signs nothing is shown all the same; what can't be compared with what is shown isn't.
    const { waiting, answer } = await begin(asking())
    approve(waiting.id, [])
    expect(await answer).toEqual({ hashes: [] })
    await expect(ask(askingFor(undefined), signal)).rejects.toMatchObject({ rpcCode: 4200 })
    expect(shown()).toEqual([])
  })
})
