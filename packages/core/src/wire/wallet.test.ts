import * as fc from 'fast-check'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { Wallet, WalletsQuery, WalletsReply } from './index.js'

const wallet = {
  id: 'ab'.repeat(32),
  name: 'Example',
  image_id: 'example',
  image_url: 'https://pictures.example/1.png',
  mobile_link: 'example://',
  desktop_link: null,
  webapp_link: 'https://wallet.example',
  rdns: 'example.wallet',
  chains: ['eip155:1'],
}

describe('a wallet of the listing', () => {
  test('[S3.1] has an id and a name, and what else is known of it', () => {
    expect(v.parse(Wallet, { ...wallet, categories: [] })).toEqual(wallet)
    expect(v.is(Wallet, { id: wallet.id, name: 'X' })).toBe(true)
    for (const field of ['id', 'name']) expect(v.is(Wallet, { ...wallet, [field]: undefined })).toBe(false)
    expect(v.is(Wallet, { ...wallet, id: 'io.metamask' })).toBe(false)
  })

  test('[S7.24] may say null for what it has not: a page is not lost by it', () => {
    const nothing = Object.fromEntries(
      ['badge_type', 'chains', 'homepage', 'image_id', 'order'].map((name) => [name, null]),
    )
    const reply = v.parse(WalletsReply, { data: [{ ...wallet, ...nothing }], count: 1 })
    expect(reply.data[0]).toMatchObject({ name: 'Example', chains: undefined, order: undefined })
    expect(v.is(WalletsReply, { data: [wallet], count: -1 })).toBe(false)
  })

  test('[S7.24] loses what can’t be read of it, and a page the entries that are none', () => {
    const names = Object.keys(Wallet.entries).filter((name) => name !== 'id' && name !== 'name')
    for (const odd of [7, '', {}, [], [null], 'x'.repeat(10_000), { a: 1 }, false])
      for (const name of names) expect(v.parse(Wallet, { ...wallet, [name]: odd })).toMatchObject({ name: 'Example' })
    const injected = [null, { namespace: 7, injected_id: 'isExample' }]
    const entries = [
      null,
      { ...wallet, id: 'x' },
      { ...wallet, name: null },
      { ...wallet, injected, chains: [null, 'eip155:1'] },
    ]
    const { data, count } = v.parse(WalletsReply, { data: entries, count: 4 })
    expect(data).toEqual([{ ...wallet, injected: [{ injected_id: 'isExample' }] }])
    expect(count).toBe(4)
    expect(v.is(WalletsReply, { data: [null], count: 1 })).toBe(false)
  })
})

test('a query is read, or its wrong field named, whatever it holds', () => {
  const fields = ['page', 'entries', 'include', 'exclude', 'chains', 'search', 'badge_type', 'sv']
  const query = fc.dictionary(fc.constantFrom(...fields), fc.string({ unit: 'binary' }))
  fc.assert(
    fc.property(query, (asked) => {
      const read = v.safeParse(WalletsQuery, asked)
      if (read.success) expect(read.output.page * read.output.entries).toBeGreaterThan(0)
      else for (const issue of read.issues) expect(fields).toContain(v.getDotPath(issue))
    }),
  )
})
