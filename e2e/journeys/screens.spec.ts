import type { Page } from '@playwright/test'
import { test } from '../fixtures.js'
import { look } from './shown.js'
import { tour } from './tour.js'

test.describe.configure({ mode: 'parallel' })

/** Takes a picture of what is there in each look and width: to be looked at, and not kept. */
async function take({
  page,
  name,
  widths,
}: {
  readonly page: Page
  readonly name: string
  readonly widths: readonly number[]
}): Promise<void> {
  const file = name.toLowerCase().replaceAll(/[^a-z]+/g, '-')
  for (const width of widths) {
    await page.setViewportSize({ width, height: 860 })
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await look({ page, name: `${file}-${width}-${colorScheme}` })
    }
  }
}

for (const locale of ['en', 'ar'] as const) {
  test(`every view can be looked at in ${locale}`, async ({ page, journey }) => {
    test.setTimeout(480_000)
    const widths = locale === 'en' ? [1280, 390] : [390]
    await tour({ page, journey, locale, visit: (state) => take({ page, name: `${locale} ${state}`, widths }) })
  })
}
