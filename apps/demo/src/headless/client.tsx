import { createRoot } from 'react-dom/client'
import { createDemoFoyer } from '../createDemoFoyer.js'
import { readSettings } from '../readSettings.js'
import { loadWords } from '../words/loadWords.js'
import { Headless } from './Headless.js'
import './headless.css'

const place = document.getElementById('headless')
if (place) {
  const settings = readSettings(document)
  const words = await loadWords[settings.locale]()
  createRoot(place).render(<Headless foyer={createDemoFoyer(settings)} theme={settings.theme} words={words} />)
}
