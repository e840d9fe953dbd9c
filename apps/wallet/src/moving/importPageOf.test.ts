import { expect, test } from 'vitest'
import { importPageOf } from './importPageOf.js'

const here = 'https://wallet.example'

test.each([
  ['wallet.other.example', 'https://wallet.other.example/import'],
  ['  https://Wallet.Other.example/dashboard?a=1#b ', 'https://wallet.other.example/import'],
  ['https://wallet.other.example:8443', 'https://wallet.other.example:8443/import'],
  ['http://wallet.localhost:7106', 'http://wallet.localhost:7106/import'],
])('%s is brought to %s', (address, url) => {
  expect(importPageOf({ address, here })).toEqual({ url })
})

test.each([
  ['', 'move.noAddress'],
  ['wallet', 'move.noAddress'],
  ['wallet.', 'move.noAddress'],
  ['http://wallet.other.example', 'move.noAddress'],
  ['http://localhost.other.example', 'move.noAddress'],
  ['javascript://wallet.other.example/%0aalert(1)', 'move.noAddress'],
  ['javascript:alert(1)', 'move.noAddress'],
  ['data:text/html,hello', 'move.noAddress'],
  ['intent://wallet.other.example#Intent;end', 'move.noAddress'],
  ['https://wallet.example@other.example', 'move.noAddress'],
  ['wallet.example', 'move.here'],
  ['https://wallet.example/import', 'move.here'],
])('[F29] %s leads nowhere: %s', (address, wrong) => {
  expect(importPageOf({ address, here })).toEqual({ wrong })
})
