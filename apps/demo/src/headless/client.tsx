import { createRoot } from 'react-dom/client'
import { createDemoFoyer } from '../createDemoFoyer.js'
import { loadOtherFamilies } from '../loadOtherFamilies.js'
import { readSettings } from '../readSettings.js'
import { loadWords } from '../words/loadWords.js'
import { Headless } from './Headless.js'
import './headless.css'

const place = document.getElementById('headless')
if (place) {
  const settings = readSettings(document)
  const [words, families] = await Promise.all([loadWords[settings.locale](), loadOtherFamilies(settings)])
  const foyer = createDemoFoyer(settings, families)
  createRoot(place).render(<Headless foyer={foyer} theme={settings.theme} words={words} />)
}
