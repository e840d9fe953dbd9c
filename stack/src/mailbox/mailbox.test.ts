import { createTransport } from 'nodemailer'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type LocalMailbox, startMailbox } from './startMailbox.js'

let at = 1_000
let box: LocalMailbox
beforeAll(async () => {
  box = await startMailbox({ now: () => at++ })
})
afterEach(() => box.clear())
afterAll(() => box?.stop())

const send = (mail: { to: string; subject?: string; text?: string; html?: string }) =>
  createTransport(box.smtp).sendMail({ from: 'Wallet <wallet@foyer.example>', subject: 'Your code', ...mail })

test('a mail to any address arrives, with its text and its links', async ({ signal }) => {
  const text = 'Open https://wallet.example/confirm#abc and go on.'
  const waiting = box.next({ to: 'Ann@dapp.example', signal })
  await send({ to: 'ann@dapp.example', subject: 'Grüße 你好', text })
  expect(await waiting).toMatchObject({
    from: 'wallet@foyer.example',
    to: ['ann@dapp.example'],
    subject: 'Grüße 你好',
    text,
  })
  const [mail] = await (await fetch(`${box.url}/api/mails?to=ann@dapp.example`)).json()
  expect(mail.links).toEqual(['https://wallet.example/confirm#abc'])
  expect(await (await fetch(`${box.url}/api/mails?to=other@dapp.example`)).json()).toEqual([])
})

test('the next mail is one that came after the last; who stops waiting gets none', async ({ signal }) => {
  await send({ to: 'ann@dapp.example', text: 'first' })
  const first = await box.next({ to: 'ann@dapp.example', signal })
  const stop = new AbortController()
  const stopped = box.next({ to: 'ann@dapp.example', after: first.arrivedAt, signal: stop.signal })
  stop.abort(new Error('enough'))
  await expect(stopped).rejects.toThrow('enough')
  const waiting = box.next({ to: 'ann@dapp.example', after: first.arrivedAt, signal })
  await send({ to: 'ben@dapp.example', text: 'another’s' })
  await send({ to: 'ann@dapp.example', text: 'second' })
  expect((await waiting).text).toBe('second')
})

test('a page lists the mails and shows one as it was written, without its scripts', async ({ signal }) => {
  const html =
    '<html><head></head><body><script>document.title = 1</script><a href="https://wallet.example/">Open</a></body></html>'
  await send({ to: 'ann@dapp.example', subject: '<b>bold</b>', text: 'plain', html })
  const { id } = await box.next({ to: 'ann@dapp.example', signal })
  const list = await (await fetch(`${box.url}/?to=ANN@dapp.example`)).text()
  expect(list).toContain('&lt;b&gt;bold&lt;/b&gt;')
  expect(list).toContain(`href="/mail/${id}"`)
  const page = await fetch(`${box.url}/mail/${id}`)
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'; style-src 'self' 'sha256-")
  expect(await page.text()).toContain(`src="/mail/${id}/html"`)
  const letter = await fetch(`${box.url}/mail/${id}/html`)
  expect(letter.headers.get('content-security-policy')).toContain(
    'sandbox allow-popups allow-popups-to-escape-sandbox;',
  )
  expect(letter.headers.get('content-security-policy')).not.toContain('script')
  expect(await letter.text()).toContain('<base target="_blank">')
})

test('no more than the last 200 are kept', async () => {
  const transport = createTransport({ url: box.smtp, pool: true, maxMessages: Number.POSITIVE_INFINITY })
  await Promise.all(
    Array.from({ length: 205 }, (_, index) =>
      transport.sendMail({ from: 'a@foyer.example', to: `${index}@dapp.example`, subject: 'one', text: 'x' }),
    ),
  )
  transport.close()
  expect(box.mails).toHaveLength(200)
})

test('what isn’t there is said', async () => {
  expect((await fetch(`${box.url}/mail/none`)).status).toBe(404)
  expect((await fetch(`${box.url}/mail/none/html`)).status).toBe(404)
  expect(await (await fetch(box.url)).text()).toContain('No mail yet')
})
