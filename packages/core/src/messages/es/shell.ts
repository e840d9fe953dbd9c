import type { shell as english } from '../en/shell.js'
import type { Translated } from '../sentences.js'

export const shell: Translated<typeof english> = {
  'shell.back': 'Atrás',
  'shell.loading': 'Cargando',
  'shell.opensNewTab': 'se abre en otra pestaña',
  'shell.unknown': 'Desconocido',
  'shell.offline': 'No tienes conexión. Esto seguirá cuando la recuperes.',
  'shell.notAvailable': 'No disponible',
}
