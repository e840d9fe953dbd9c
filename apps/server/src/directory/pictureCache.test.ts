import { expect, test } from 'vitest'
import { createPictureCache } from './pictureCache.js'
import type { Picture } from './pictures.js'

const picture = (length: number): Picture => ({ mediaType: 'image/png', bytes: new Uint8Array(length), digest: '' })

test('holds as many bytes as it may, those asked for lately', () => {
  const cache = createPictureCache({ mostBytes: 100 })
  for (const key of ['a', 'b', 'c']) cache.set(key, picture(30))
  cache.get('a')
  cache.set('d', picture(30))
  expect(['a', 'b', 'c', 'd'].map((key) => cache.get(key) !== undefined)).toEqual([true, false, true, true])
  cache.set('d', picture(10)) // takes the place of the former
  cache.set('e', picture(30))
  expect(['a', 'c', 'd', 'e'].map((key) => cache.get(key) !== undefined)).toEqual([true, true, true, true])
  cache.set('large', picture(101))
  expect(cache.get('large')).toBeUndefined()
  cache.set('f', picture(100))
  cache.clear()
  expect(cache.get('f')).toBeUndefined()
})
