import type { alert as english } from '../en/alert.js'
import type { Translated } from '../sentences.js'

export const alert: Translated<typeof english> = {
  'alert.invalidOptions': '选项无效',
  'alert.invalidOptionsMore': '请更正传给 `createFoyer` 的内容。',
  'alert.networkNotFound': '未找到网络',
  'alert.networkNotFoundMore': '请求切换到 {network}，但它不在此套件的网络中。请将其添加到 `networks`。',
  'alert.invalidAppConfiguration': '应用配置无效',
  'alert.invalidAppConfigurationMore': '来源 {origin} 不在项目的允许来源列表中。请在 `api` 指定的服务器上添加。',
  'alert.projectIdNotConfigured': '未配置项目 ID',
  'alert.projectIdNotConfiguredMore': '未提供 `projectId`。请在 `api` 指定的服务器上创建项目并传入其 ID。',
  'alert.invalidProjectId': '项目 ID 无效',
  'alert.invalidProjectIdMore': '服务器不认识此项目 ID。请将 `projectId` 与 `api` 指定的服务器上的项目核对。',
  'alert.relayOriginMore': '来源 {origin} 不在中继 {relay} 上该项目的列表中。请在获取该中继项目 ID 的地方添加。',
  'alert.relayProjectMore':
    '中继 {relay} 不认识此项目 ID。请将其运营方提供的 ID 作为 `projectId` 传给 `walletConnect`；或用 `relayUrl` 指定自己的中继。',
  'alert.relayNoProjectMore':
    '中继 {relay} 需要项目 ID。请将其运营方提供的 ID 作为 `projectId` 传给 `walletConnect`；或用 `relayUrl` 指定自己的中继。',
  'alert.sessionExpired': '会话已过期',
  'alert.sessionExpiredMore': '服务器尚不接受此令牌。请核对本机与服务器的时钟。',
  'alert.adapterMissing': '缺少适配器',
  'alert.adapterMissingMore': '已配置网络 {network}，但没有 {family} 系列的适配器。请在 `adapters` 中添加一个。',
  'alert.dismiss': '关闭',
}
