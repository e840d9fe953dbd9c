import { test } from '../fixtures.js'
import { modalOf } from '../journeys/modal.js'
import { tours } from '../journeys/tours.js'
import { draw } from './draw.js'

test.describe.configure({ mode: 'parallel' })

for (const { part, tour } of tours) {
  test(`every view of ${part}`, async ({ page, journey }) => {
    const settings = { locale: 'changing', termsConditionsUrl: '/terms', privacyPolicyUrl: '/privacy' } as const
    const speak = (language: 'en' | 'ar') => () => page.evaluate((next) => window.speak(next), language)
    const visit = async (state: string) => {
      await draw({ page, group: part, state, languages: { en: speak('en'), ar: speak('ar') } })
      await speak('en')()
    }
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
    await tour({ page, journey, modal: modalOf(page), settings, visit })
  })
}
