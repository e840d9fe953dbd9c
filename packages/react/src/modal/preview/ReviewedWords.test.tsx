import type { ShownRequest } from '@foyer/core/words'
import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { ReadPreview } from '../../headless/preview.js'
import { createPlainKit } from '../../test/plainKit.js'
import { createModalScope, ModalContext } from '../modalContext.js'
import { ReviewedWords } from './RequestWords.js'

afterEach(cleanup)

const plain: ShownRequest = {
  title: { name: 'request.send', values: { token: 'DOT' } },
  act: { name: 'request.act.send', values: {} },
  facts: [],
  warnings: [],
  isDeliberate: false,
}
const known: ReadPreview = {
  status: 'read',
  shown: plain,
  isUnread: false,
  simulation: 'none',
  fee: undefined,
  coinPrice: undefined,
  hold: async () => true,
}

function show(preview: ReadPreview) {
  const { foyer } = createPlainKit()
  const scope = createModalScope({ foyer, translated: {} })
  const { container } = render(
    <ModalContext value={{ ...scope, state: foyer.store.getState() }}>
      <ReviewedWords preview={preview} />
    </ModalContext>,
  )
  return container.querySelector('[data-part="preview-beside-title"]') !== null
}

test('what will happen stands in a review only where there is more of it than the review says itself', () => {
  expect(show(known)).toBe(false)
  expect(show({ ...known, isUnread: true })).toBe(true)
  expect(show({ ...known, simulation: 'unknown' })).toBe(true)
  const warnings = [{ name: 'request.warn.unreadToken', values: {} } as const]
  expect(show({ ...known, shown: { ...plain, warnings } })).toBe(true)
})
