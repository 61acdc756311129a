// Renders the contract with Swagger UI. Everything comes from this server.
SwaggerUIBundle({
  url: '/openapi.yaml',
  dom_id: '#reference',
  deepLinking: true,
  docExpansion: 'list',
  defaultModelsExpandDepth: 0,
  filter: true,
  persistAuthorization: true,
  showCommonExtensions: true,
  validatorUrl: null, // the default asks a public host to judge the document
});
