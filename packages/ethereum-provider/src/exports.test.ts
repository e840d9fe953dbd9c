import { expect, test } from 'vitest'
import * as index from './index.js'

test('what the entry exports', () => {
  expect(Object.keys(index).sort()).toEqual(['EthereumProvider', 'default'])
})
