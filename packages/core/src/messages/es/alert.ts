import type { alert as english } from '../en/alert.js'
import type { Translated } from '../sentences.js'

export const alert: Translated<typeof english> = {
  'alert.invalidOptions': 'Opciones no válidas',
  'alert.invalidOptionsMore': 'Corrige lo que recibe `createFoyer`.',
  'alert.networkNotFound': 'Red no encontrada',
  'alert.networkNotFoundMore':
    'Se pidió cambiar a {network}, que no está entre las redes de este kit. Añádela a `networks`.',
  'alert.invalidAppConfiguration': 'Configuración de la app no válida',
  'alert.invalidAppConfigurationMore':
    'El origen {origin} no está en la lista de orígenes permitidos del proyecto. Añádelo en el servidor que indica `api`.',
  'alert.projectIdNotConfigured': 'ID de proyecto no configurado',
  'alert.projectIdNotConfiguredMore':
    'No se indicó ningún `projectId`. Crea un proyecto en el servidor que indica `api` y pasa su ID.',
  'alert.invalidProjectId': 'ID de proyecto no válido',
  'alert.invalidProjectIdMore':
    'El servidor no conoce este ID de proyecto. Compara `projectId` con el proyecto en el servidor que indica `api`.',
  'alert.relayOriginMore':
    'El origen {origin} no está en la lista del proyecto en el relay {relay}. Añádelo donde obtuviste el ID de proyecto del relay.',
  'alert.relayProjectMore':
    'El relay {relay} no conoce este ID de proyecto. Pasa a `walletConnect` uno de su propio operador como `projectId`; o indica un relay tuyo como `relayUrl`.',
  'alert.relayNoProjectMore':
    'El relay {relay} necesita un ID de proyecto. Pasa a `walletConnect` uno de su propio operador como `projectId`; o indica un relay tuyo como `relayUrl`.',
  'alert.sessionExpired': 'La sesión caducó',
  'alert.sessionExpiredMore':
    'El servidor aún no acepta el token. Compara el reloj de este equipo con el del servidor.',
  'alert.adapterMissing': 'Falta un adaptador',
  'alert.adapterMissingMore':
    'La red {network} está configurada, pero falta un adaptador para la familia {family}. Añade uno a `adapters`.',
  'alert.dismiss': 'Descartar',
}
