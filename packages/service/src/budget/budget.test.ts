import { describe, expect, test } from 'vitest'
import { createClientKey, isNetwork, networkOf, widerNetwork } from './clientAddress.js'
import { createHoldings } from './holdings.js'
import { createMemoryBudgets } from './memoryBudgets.js'

describe('whom a request is counted against', () => {
  const key = ({
    remote,
    forwardedFor,
    trusted = [],
  }: {
    remote?: string
    forwardedFor?: string
    trusted?: string[]
  }) => createClientKey({ trustedProxies: trusted })({ remote, forwardedFor })

  test('the other end of the connection, whatever a header says', () => {
    expect(key({ remote: '203.0.113.7', forwardedFor: '198.51.100.1' })).toBe('203.0.113.7')
    expect(key({ remote: '::ffff:203.0.113.7' })).toBe('203.0.113.7')
    expect(key({ remote: '::FFFF:cb00:7107' })).toBe('203.0.113.7')
    expect(key({})).toBe('')
  })

  test('behind trusted proxies, the last address that is none of them', () => {
    const trusted = ['10.0.0.0/8', '192.0.2.1', 'fd00::/8']
    const remote = '10.1.2.3'
    expect(key({ remote, trusted, forwardedFor: '1.1.1.1, 203.0.113.7, 192.0.2.1' })).toBe('203.0.113.7')
    expect(key({ remote: 'fd00::1', trusted, forwardedFor: '203.0.113.7' })).toBe('203.0.113.7')
    expect(key({ remote, trusted, forwardedFor: 'nonsense' })).toBe('10.1.2.3')
    expect(key({ remote, trusted, forwardedFor: '10.0.0.9' })).toBe('10.0.0.9')
    expect(key({ remote, trusted })).toBe('10.1.2.3')
    expect(key({ remote: '203.0.113.9', trusted, forwardedFor: '1.1.1.1' })).toBe('203.0.113.9')
  })

  test('what a stranger writes into the header is believed through no, one and two proxies alike: not at all', () => {
    const [outer, inner] = ['192.0.2.10', '10.0.0.7']
    const forged = [
      '198.51.100.1',
      '::ffff:10.0.0.7',
      '10.0.0.8',
      ', ,',
      '10.1',
      '0x7f.1',
      'unknown',
      '"[::1]:80"',
      ' ',
    ]
    const stranger = '203.0.113.66'
    for (const said of forged) {
      expect(key({ remote: stranger, trusted: [outer, '10.0.0.0/8'], forwardedFor: said })).toBe(stranger)
      const once = `${said}, ${stranger}`
      expect(key({ remote: inner, trusted: ['10.0.0.0/8'], forwardedFor: once })).toBe(stranger)
      const twice = `${once}, ${outer}`
      expect(key({ remote: inner, trusted: [outer, '10.0.0.0/8'], forwardedFor: twice })).toBe(stranger)
      // A second proxy that isn't trusted is a stranger itself.
      expect(key({ remote: inner, trusted: ['10.0.0.0/8'], forwardedFor: twice })).toBe(outer)
    }
    const many = `${'10.0.0.9,'.repeat(5_000)}${stranger}`
    expect(key({ remote: inner, trusted: ['10.0.0.0/8'], forwardedFor: many })).toBe(stranger)
    expect(key({ remote: '::ffff:10.0.0.7', trusted: ['10.0.0.0/8'], forwardedFor: stranger })).toBe(stranger)
  })

  test('an IPv6 household is one', () => {
    expect(key({ remote: '2001:db8:1:2:3:4:5:6' })).toBe('2001:db8:1:2::/64')
    expect(key({ remote: '2001:db8:1:2::9' })).toBe('2001:db8:1:2::/64')
    expect(key({ remote: '2001:db8::9' })).toBe('2001:db8:0:0::/64')
    expect(key({ remote: '::1' })).toBe('0:0:0:0::/64')
    expect(key({ remote: 'fe80::1%eth0' })).toBe('fe80:0:0:0::/64')
  })

  test('whoever has one IPv4 address is that, by whichever IPv6 address it is used: mapped, 6to4, Teredo, NAT64', () => {
    const same = [
      '203.0.113.7',
      '::ffff:203.0.113.7',
      '2002:cb00:7107::1',
      '2002:cb00:7107:9:8:7:6:5',
      '64:ff9b::203.0.113.7',
    ]
    // RFC 4380: the address with each bit turned.
    same.push('2001:0:4136:e378:8000:63bf:34ff:8ef8')
    expect(same.map((remote) => key({ remote }))).toEqual(same.map(() => '203.0.113.7'))
    for (const remote of same)
      expect(key({ remote: '10.0.0.7', trusted: ['10.0.0.0/8'], forwardedFor: remote })).toBe('203.0.113.7')
    // Others of these blocks hold none.
    expect(key({ remote: '2001:1:cb00:7107::1' })).toBe('2001:1:cb00:7107::/64')
    expect(key({ remote: '64:ff9b:1::203.0.113.7' })).toBe('64:ff9b:1:0::/64')
  })

  test('a network is a /48 or an IPv4 /24, behind a proxy that is trusted alone', () => {
    expect(networkOf('2001:db8:1:2::/64')).toBe('2001:db8:1::/48')
    expect([networkOf('203.0.113.7'), networkOf('203.0.113.255')]).toEqual(['203.0.113.0/24', '203.0.113.0/24'])
    expect([networkOf(''), networkOf('unknown')]).toEqual(['', 'unknown'])
    // Who is behind a proxy that isn't trusted is of the proxy's network, and can't say that it is of another's.
    const behind = ['198.51.100.1', '2001:db8::1'].map((said) => key({ remote: '192.0.2.10', forwardedFor: said }))
    expect(behind.map(networkOf)).toEqual(['192.0.2.0/24', '192.0.2.0/24'])
  })

  test('a client with many networks is one client beyond them', () => {
    expect(widerNetwork('2001:db8:1:2::/64')).toBe('2001:db8:1::/48')
    expect(widerNetwork('203.0.113.7')).toBe(null)
    expect(widerNetwork('')).toBe(null)
  })

  test('networks are written as addresses, with a length or without', () => {
    expect(['10.0.0.1', '10.0.0.0/8', '::1', 'fd00::/8'].every(isNetwork)).toBe(true)
    expect(['10.0.0', '10.0.0.0/33', 'fd00::/129', 'a', '', '10.0.0.0/8/8', '10.0.0.0/-1'].some(isNetwork)).toBe(false)
  })
})

const named = { name: 'a', whenAway: 'open' } as const

describe('the token bucket of one process', () => {
  test('forgets those who are gone, and bounds what it remembers of those who are not', async () => {
    let time = 0
    const limit = createMemoryBudgets({ now: () => time }).rate({ ...named, perSecond: 0.001, burst: 1 })
    for (let index = 0; index < 100_001; index++) await limit.take({ key: `${index}` })
    expect(await limit.take({ key: '100000' })).toBe(1000)
    expect(await limit.take({ key: '0' })).toBe(null) // the oldest had to go
    time += 2_000_000
    expect(await limit.take({ key: '100000' })).toBe(null)
  })
})

describe('the sliding window of one process', () => {
  test('bounds what it remembers', async () => {
    const window = createMemoryBudgets({ now: () => 1_000_000 }).window({ ...named, most: 1, withinMs: 10_000 })
    for (let index = 0; index < 100_001; index++) await window.take({ key: `${index}` })
    expect(await window.take({ key: '100000' })).toBe(10)
    expect(await window.take({ key: '0' })).toBe(null)
  })
})

describe('what is held at the same time', () => {
  test.each([
    ['300 /64s of one /48', (index: number) => `2001:db8:1:${(index % 300).toString(16)}::/64`, 1],
    ['14 IPv4 networks', (index: number) => `10.0.${index % 14}.${index % 250}`, 14],
    ['200 IPv4 networks', (index: number) => `10.0.${index % 200}.${index % 250}`, 200],
  ])('of %s that hold all that they can leaves room for another network', (_, ownerOf, networks) => {
    const { take, held } = createHoldings({ perOwner: 50, inAll: 4_000, networkOf })
    for (let index = 0; index < 20_000; index += 1) take({ owner: ownerOf(index) })
    expect(held()).toBeLessThanOrEqual(Math.ceil((4_000 * networks) / (networks + 1)))
    const honest = take({ owner: '203.0.113.7' })
    expect(honest).toMatchObject({ release: expect.any(Function) })
    expect(take({ owner: ownerOf(7) })).toBe('owner')
  })

  test('is bounded for each owner and in all, and given back once', () => {
    const { take, held } = createHoldings({ perOwner: 3, inAll: 5 })
    const first = take({ owner: 'a', amount: 2 })
    if (typeof first === 'string') return expect.fail('It was refused.')
    expect(take({ owner: 'a', amount: 2 })).toBe('owner')
    expect([first.add(1), first.add(1), held()]).toEqual([true, false, 3])
    expect(typeof take({ owner: 'b', amount: 2 })).toBe('object')
    expect([take({ owner: 'c' }), held()]).toEqual(['node', 5])
    first.giveBack(1)
    expect([typeof take({ owner: 'c' }), take({ owner: 'c' })]).toEqual(['object', 'node'])
    first.release()
    first.release()
    expect(held()).toBe(3)
    expect(typeof take({ owner: 'a', amount: 2 })).toBe('object')
  })
})
