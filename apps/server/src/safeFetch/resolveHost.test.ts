import { createSocket, type Socket } from 'node:dgram'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createResolveHost } from './resolveHost.js'

/** A name server: names with a label `hang` get no answer, `none` doesn't exist, others have an address of each family, but `four` and `six`. */
let server: Socket
let asked: string[]
beforeEach(async () => {
  asked = []
  server = createSocket('udp4')
  server.on('message', (message, { port, address }) => {
    const answer = answerTo(message)
    if (answer !== null) server.send(answer, port, address)
  })
  await new Promise<void>((resolve) => server.bind(0, '127.0.0.1', resolve))
})
afterEach(() => new Promise<void>((resolve) => server.close(() => resolve())))

const [typeA, typeAaaa] = [1, 28]
const addresses: Readonly<Record<number, readonly number[]>> = {
  [typeA]: [93, 184, 215, 14],
  [typeAaaa]: [0x26, 0x06, 0x28, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1],
}

/** @see RFC 1035, 4.1 */
function answerTo(message: Buffer): Buffer | null {
  const labels: string[] = []
  let at = 12
  for (let length = message[at] ?? 0; length > 0; length = message[at] ?? 0) {
    labels.push(message.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  const type = message.readUInt16BE(at + 1)
  if (type === typeA) asked.push(labels.join('.'))
  if (labels.includes('hang')) return null
  const isNone = labels.includes('none')
  const isLeftOut = (labels.includes('four') && type === typeAaaa) || (labels.includes('six') && type === typeA)
  const bytes = isNone || isLeftOut ? undefined : addresses[type]
  const head = Buffer.alloc(12)
  message.copy(head, 0, 0, 2)
  head.writeUInt16BE(isNone ? 0x8183 : 0x8180, 2)
  head.writeUInt16BE(1, 4)
  head.writeUInt16BE(bytes === undefined ? 0 : 1, 6)
  const question = message.subarray(12, at + 5)
  if (bytes === undefined) return Buffer.concat([head, question])
  const record = Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 60, 0, bytes.length, ...bytes])
  return Buffer.concat([head, question, record])
}

const open = () => createResolveHost({ servers: [`127.0.0.1:${server.address().port}`] })
const { signal } = new AbortController()
const stranger = { isTrusted: false, signal }
const four = { address: '93.184.215.14', family: 4 }
const six = { address: '2606:2800::1', family: 6 }

test('a stranger’s host has the addresses of both families that the name servers know', async () => {
  const resolve = open()
  expect(await resolve('both.example', stranger)).toEqual([four, six])
  expect(await resolve('four.example', stranger)).toEqual([four])
  expect(await resolve('six.example', stranger)).toEqual([six])
  await expect(resolve('none.example', stranger)).rejects.toMatchObject({ code: 'ENOTFOUND' })
})

test('an address is its own answer, and the operator’s own host is the machine’s to find', async () => {
  const resolve = open()
  expect(await resolve('127.0.0.1', stranger)).toEqual([{ address: '127.0.0.1', family: 4 }])
  expect(await resolve('::1', stranger)).toEqual([{ address: '::1', family: 6 }])
  const local = await resolve('localhost', { isTrusted: true, signal })
  expect(local).toContainEqual({ address: '127.0.0.1', family: 4 })
  expect(asked).toEqual([])
})

test('of a domain whose name server is silent four lookups are under way, and neither other hosts nor the machine’s own wait', async () => {
  const resolve = open()
  const controller = new AbortController()
  const silent = { isTrusted: false, signal: controller.signal }
  const hanging = Array.from({ length: 32 }, (_, index) => resolve(`a${index}.hang.evil.example`, silent))
  const settled = Promise.allSettled(hanging)
  await expect.poll(() => asked.length).toBe(4)
  expect(await resolve('good.example', stranger)).toEqual([four, six])
  expect(await resolve('localhost', { isTrusted: true, signal })).not.toEqual([])
  expect(asked.filter((name) => name.includes('hang')).length).toBe(4)
  const late = new Error('late')
  controller.abort(late)
  expect(new Set((await settled).map((each) => (each.status === 'rejected' ? each.reason : each)))).toEqual(
    new Set([late]),
  )
  // All places are free again.
  expect(await resolve('www.evil.example', stranger)).toEqual([four, six])
})

test('however many domains are silent, 64 lookups are under way, and another’s is the next', async () => {
  const resolve = open()
  const controller = new AbortController()
  const hanging = Array.from({ length: 100 }, (_, index) =>
    resolve(`hang.evil${index % 50}.example`, { isTrusted: false, signal: controller.signal }),
  )
  const settled = Promise.allSettled(hanging)
  await expect.poll(() => asked.length).toBe(64)
  const good = resolve('good.example', stranger)
  controller.abort()
  expect(await good).toEqual([four, six])
  await settled
})

test.each([
  ['one domain', (index: number) => `a${index}.hang.evil.example`],
  ['one of three letters below a country’s two', (index: number) => `hang.a${index}.7qz.cc`],
  ['one below a suffix of two labels', (index: number) => `a${index}.hang.evil.co.uk`],
])('names below %s, whose name server is silent, leave room for everyone else’s', async (_, nameOf) => {
  const resolve = open()
  const left = new AbortController()
  const silent = Array.from({ length: 100 }, (_each, index) =>
    resolve(nameOf(index), { isTrusted: false, signal: left.signal }).catch((error: unknown) => error),
  )
  const answered = resolve('honest.example', stranger)
  expect(await Promise.race([answered, ...silent])).toEqual([four, six])
  left.abort()
  await Promise.all(silent)
})
