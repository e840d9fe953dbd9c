import { createRoot } from 'react-dom/client'
import { createDemoFoyer } from '../createDemoFoyer.js'
import { readSettings } from '../readSettings.js'
import { Headless } from './Headless.js'
import './headless.css'

const place = document.getElementById('headless')
if (place) createRoot(place).render(<Headless foyer={createDemoFoyer(readSettings(document))} />)
