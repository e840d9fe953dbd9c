import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Locator, Page } from '@playwright/test'

/** What a scanner reads off a code on the screen; null where it reads nothing. The reader comes by the debugger, which a content policy doesn't stop. */
export async function scanCode({
  page,
  code,
}: {
  readonly page: Page
  readonly code: Locator
}): Promise<string | null> {
  const reader = await readFile(createRequire(import.meta.url).resolve('jsqr/dist/jsQR.js'), 'utf8')
  const picture = (await code.screenshot()).toString('base64')
  // In a page of its own, so that nothing of it stays in the kit's.
  const scanner = await page.context().newPage()
  try {
    await scanner.evaluate(reader)
    return await scanner.evaluate(async (source) => {
      const bytes = Uint8Array.from(atob(source), (letter) => letter.charCodeAt(0))
      const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
      const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')
      if (!context) return null
      context.drawImage(bitmap, 0, 0)
      const { data, width, height } = context.getImageData(0, 0, bitmap.width, bitmap.height)
      const read: unknown = Reflect.apply(Reflect.get(window, 'jsQR'), undefined, [data, width, height])
      return read instanceof Object && 'data' in read ? String(read.data) : null
    }, picture)
  } finally {
    await scanner.close()
  }
}
