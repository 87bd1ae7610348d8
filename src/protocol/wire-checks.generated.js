// Generated from wire.schema.json by scripts/wire-checks.js. Do not edit: npm run generate.
export const isToolCall = validateCaller21;
const schemaCaller32 = {"type":"object","required":["tool","input","ctx"],"additionalProperties":false,"properties":{"tool":{"$ref":"#/$defs/tool"},"input":{},"ctx":{"$ref":"#/$defs/ctx"}}};
const schemaCaller33 = {"type":["string","object"],"pattern":"[\\s\\S]","required":["id"],"additionalProperties":false,"properties":{"id":{"type":"string","pattern":"[\\s\\S]"},"version":{"type":"string"}}};
const schemaCaller34 = {"type":"object","required":["tenantId","runId"],"additionalProperties":false,"properties":{"tenantId":{"type":"string"},"runId":{"type":"string"},"projectId":{"type":"string"},"orgId":{"type":"string"},"requestId":{"type":"string"},"idempotencyKey":{"type":"string"},"env":{"type":"object","additionalProperties":{"type":"string"}},"secrets":{"type":"object"},"config":{"type":"object"},"settings":{"type":"object","additionalProperties":{"type":"object"}},"connections":{"type":"object","additionalProperties":{"type":"object"}}}};
const funcCaller0 = Object.prototype.hasOwnProperty;
const patternCaller4 = new RegExp("[\\s\\S]", "u");

function validateCaller21(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validateCaller21.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if((data.tool === undefined) || (!(funcCaller0.call(data, "tool")))){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "tool"},message:"must have required property '"+"tool"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if((data.input === undefined) || (!(funcCaller0.call(data, "input")))){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "input"},message:"must have required property '"+"input"+"'"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if((data.ctx === undefined) || (!(funcCaller0.call(data, "ctx")))){
const err2 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "ctx"},message:"must have required property '"+"ctx"+"'"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
for(const key0 of Object.keys(data)){
if(!(((key0 === "tool") || (key0 === "input")) || (key0 === "ctx"))){
const err3 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data.tool !== undefined && funcCaller0.call(data, "tool")){
let data0 = data.tool;
if((typeof data0 !== "string") && (!(data0 && typeof data0 == "object" && !Array.isArray(data0)))){
const err4 = {instancePath:instancePath+"/tool",schemaPath:"#/$defs/tool/type",keyword:"type",params:{type: schemaCaller33.type},message:"must be string,object"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(typeof data0 === "string"){
if(!patternCaller4.test(data0)){
const err5 = {instancePath:instancePath+"/tool",schemaPath:"#/$defs/tool/pattern",keyword:"pattern",params:{pattern: "[\\s\\S]"},message:"must match pattern \""+"[\\s\\S]"+"\""};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
if(data0 && typeof data0 == "object" && !Array.isArray(data0)){
if((data0.id === undefined) || (!(funcCaller0.call(data0, "id")))){
const err6 = {instancePath:instancePath+"/tool",schemaPath:"#/$defs/tool/required",keyword:"required",params:{missingProperty: "id"},message:"must have required property '"+"id"+"'"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
for(const key1 of Object.keys(data0)){
if(!((key1 === "id") || (key1 === "version"))){
const err7 = {instancePath:instancePath+"/tool",schemaPath:"#/$defs/tool/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
if(data0.id !== undefined && funcCaller0.call(data0, "id")){
let data1 = data0.id;
if(typeof data1 === "string"){
if(!patternCaller4.test(data1)){
const err8 = {instancePath:instancePath+"/tool/id",schemaPath:"#/$defs/tool/properties/id/pattern",keyword:"pattern",params:{pattern: "[\\s\\S]"},message:"must match pattern \""+"[\\s\\S]"+"\""};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
else {
const err9 = {instancePath:instancePath+"/tool/id",schemaPath:"#/$defs/tool/properties/id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
if(data0.version !== undefined && funcCaller0.call(data0, "version")){
if(typeof data0.version !== "string"){
const err10 = {instancePath:instancePath+"/tool/version",schemaPath:"#/$defs/tool/properties/version/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
}
}
if(data.ctx !== undefined && funcCaller0.call(data, "ctx")){
let data3 = data.ctx;
if(data3 && typeof data3 == "object" && !Array.isArray(data3)){
if((data3.tenantId === undefined) || (!(funcCaller0.call(data3, "tenantId")))){
const err11 = {instancePath:instancePath+"/ctx",schemaPath:"#/$defs/ctx/required",keyword:"required",params:{missingProperty: "tenantId"},message:"must have required property '"+"tenantId"+"'"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
if((data3.runId === undefined) || (!(funcCaller0.call(data3, "runId")))){
const err12 = {instancePath:instancePath+"/ctx",schemaPath:"#/$defs/ctx/required",keyword:"required",params:{missingProperty: "runId"},message:"must have required property '"+"runId"+"'"};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
for(const key2 of Object.keys(data3)){
if(!(funcCaller0.call(schemaCaller34.properties, key2))){
const err13 = {instancePath:instancePath+"/ctx",schemaPath:"#/$defs/ctx/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key2},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
if(data3.tenantId !== undefined && funcCaller0.call(data3, "tenantId")){
if(typeof data3.tenantId !== "string"){
const err14 = {instancePath:instancePath+"/ctx/tenantId",schemaPath:"#/$defs/ctx/properties/tenantId/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
if(data3.runId !== undefined && funcCaller0.call(data3, "runId")){
if(typeof data3.runId !== "string"){
const err15 = {instancePath:instancePath+"/ctx/runId",schemaPath:"#/$defs/ctx/properties/runId/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
if(data3.projectId !== undefined && funcCaller0.call(data3, "projectId")){
if(typeof data3.projectId !== "string"){
const err16 = {instancePath:instancePath+"/ctx/projectId",schemaPath:"#/$defs/ctx/properties/projectId/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
if(data3.orgId !== undefined && funcCaller0.call(data3, "orgId")){
if(typeof data3.orgId !== "string"){
const err17 = {instancePath:instancePath+"/ctx/orgId",schemaPath:"#/$defs/ctx/properties/orgId/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
if(data3.requestId !== undefined && funcCaller0.call(data3, "requestId")){
if(typeof data3.requestId !== "string"){
const err18 = {instancePath:instancePath+"/ctx/requestId",schemaPath:"#/$defs/ctx/properties/requestId/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
}
if(data3.idempotencyKey !== undefined && funcCaller0.call(data3, "idempotencyKey")){
if(typeof data3.idempotencyKey !== "string"){
const err19 = {instancePath:instancePath+"/ctx/idempotencyKey",schemaPath:"#/$defs/ctx/properties/idempotencyKey/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
}
if(data3.env !== undefined && funcCaller0.call(data3, "env")){
let data10 = data3.env;
if(data10 && typeof data10 == "object" && !Array.isArray(data10)){
for(const key3 of Object.keys(data10)){
if(typeof data10[key3] !== "string"){
const err20 = {instancePath:instancePath+"/ctx/env/" + key3.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/$defs/ctx/properties/env/additionalProperties/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
}
}
else {
const err21 = {instancePath:instancePath+"/ctx/env",schemaPath:"#/$defs/ctx/properties/env/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
}
if(data3.secrets !== undefined && funcCaller0.call(data3, "secrets")){
let data12 = data3.secrets;
if(!(data12 && typeof data12 == "object" && !Array.isArray(data12))){
const err22 = {instancePath:instancePath+"/ctx/secrets",schemaPath:"#/$defs/ctx/properties/secrets/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
}
if(data3.config !== undefined && funcCaller0.call(data3, "config")){
let data13 = data3.config;
if(!(data13 && typeof data13 == "object" && !Array.isArray(data13))){
const err23 = {instancePath:instancePath+"/ctx/config",schemaPath:"#/$defs/ctx/properties/config/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
}
if(data3.settings !== undefined && funcCaller0.call(data3, "settings")){
let data14 = data3.settings;
if(data14 && typeof data14 == "object" && !Array.isArray(data14)){
for(const key4 of Object.keys(data14)){
let data15 = data14[key4];
if(!(data15 && typeof data15 == "object" && !Array.isArray(data15))){
const err24 = {instancePath:instancePath+"/ctx/settings/" + key4.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/$defs/ctx/properties/settings/additionalProperties/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
}
}
else {
const err25 = {instancePath:instancePath+"/ctx/settings",schemaPath:"#/$defs/ctx/properties/settings/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
}
if(data3.connections !== undefined && funcCaller0.call(data3, "connections")){
let data16 = data3.connections;
if(data16 && typeof data16 == "object" && !Array.isArray(data16)){
for(const key5 of Object.keys(data16)){
let data17 = data16[key5];
if(!(data17 && typeof data17 == "object" && !Array.isArray(data17))){
const err26 = {instancePath:instancePath+"/ctx/connections/" + key5.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/$defs/ctx/properties/connections/additionalProperties/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
}
}
else {
const err27 = {instancePath:instancePath+"/ctx/connections",schemaPath:"#/$defs/ctx/properties/connections/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
}
}
else {
const err28 = {instancePath:instancePath+"/ctx",schemaPath:"#/$defs/ctx/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
}
}
else {
const err29 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err29];
}
else {
vErrors.push(err29);
}
errors++;
}
validateCaller21.errors = vErrors;
return errors === 0;
}
validateCaller21.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

export const isCheckCall = validateCaller22;
const schemaCaller35 = {"type":"object","required":["check","trace"],"additionalProperties":false,"properties":{"check":{"$ref":"#/$defs/check"},"config":{"type":"object"},"trace":{},"runId":{"type":"string"}}};
const schemaCaller36 = {"type":["string","object"],"pattern":"[\\s\\S]","required":["id"],"additionalProperties":false,"properties":{"id":{"type":"string","pattern":"[\\s\\S]"}}};

function validateCaller22(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validateCaller22.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if((data.check === undefined) || (!(funcCaller0.call(data, "check")))){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "check"},message:"must have required property '"+"check"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if((data.trace === undefined) || (!(funcCaller0.call(data, "trace")))){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "trace"},message:"must have required property '"+"trace"+"'"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
for(const key0 of Object.keys(data)){
if(!((((key0 === "check") || (key0 === "config")) || (key0 === "trace")) || (key0 === "runId"))){
const err2 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.check !== undefined && funcCaller0.call(data, "check")){
let data0 = data.check;
if((typeof data0 !== "string") && (!(data0 && typeof data0 == "object" && !Array.isArray(data0)))){
const err3 = {instancePath:instancePath+"/check",schemaPath:"#/$defs/check/type",keyword:"type",params:{type: schemaCaller36.type},message:"must be string,object"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(typeof data0 === "string"){
if(!patternCaller4.test(data0)){
const err4 = {instancePath:instancePath+"/check",schemaPath:"#/$defs/check/pattern",keyword:"pattern",params:{pattern: "[\\s\\S]"},message:"must match pattern \""+"[\\s\\S]"+"\""};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(data0 && typeof data0 == "object" && !Array.isArray(data0)){
if((data0.id === undefined) || (!(funcCaller0.call(data0, "id")))){
const err5 = {instancePath:instancePath+"/check",schemaPath:"#/$defs/check/required",keyword:"required",params:{missingProperty: "id"},message:"must have required property '"+"id"+"'"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
for(const key1 of Object.keys(data0)){
if(!(key1 === "id")){
const err6 = {instancePath:instancePath+"/check",schemaPath:"#/$defs/check/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
if(data0.id !== undefined && funcCaller0.call(data0, "id")){
let data1 = data0.id;
if(typeof data1 === "string"){
if(!patternCaller4.test(data1)){
const err7 = {instancePath:instancePath+"/check/id",schemaPath:"#/$defs/check/properties/id/pattern",keyword:"pattern",params:{pattern: "[\\s\\S]"},message:"must match pattern \""+"[\\s\\S]"+"\""};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
else {
const err8 = {instancePath:instancePath+"/check/id",schemaPath:"#/$defs/check/properties/id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
}
}
if(data.config !== undefined && funcCaller0.call(data, "config")){
let data2 = data.config;
if(!(data2 && typeof data2 == "object" && !Array.isArray(data2))){
const err9 = {instancePath:instancePath+"/config",schemaPath:"#/properties/config/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
if(data.runId !== undefined && funcCaller0.call(data, "runId")){
if(typeof data.runId !== "string"){
const err10 = {instancePath:instancePath+"/runId",schemaPath:"#/properties/runId/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
}
else {
const err11 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
validateCaller22.errors = vErrors;
return errors === 0;
}
validateCaller22.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};
export const isToolResult = validateService21;
const schemaService32 = {"type":"object","required":["v","kind","output"],"properties":{"v":{"const":2},"kind":{"const":"result"},"output":{}}};
const funcService0 = Object.prototype.hasOwnProperty;

function validateService21(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validateService21.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((((data.v === undefined) || (!(funcService0.call(data, "v")))) && (missing0 = "v")) || (((data.kind === undefined) || (!(funcService0.call(data, "kind")))) && (missing0 = "kind"))) || (((data.output === undefined) || (!(funcService0.call(data, "output")))) && (missing0 = "output"))){
validateService21.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0}}];
return false;
}
else {
if(data.v !== undefined && funcService0.call(data, "v")){
const _errs1 = errors;
if(2 !== data.v){
validateService21.errors = [{instancePath:instancePath+"/v",schemaPath:"#/properties/v/const",keyword:"const",params:{allowedValue: 2}}];
return false;
}
var valid0 = _errs1 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.kind !== undefined && funcService0.call(data, "kind")){
const _errs2 = errors;
if("result" !== data.kind){
validateService21.errors = [{instancePath:instancePath+"/kind",schemaPath:"#/properties/kind/const",keyword:"const",params:{allowedValue: "result"}}];
return false;
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
}
}
}
else {
validateService21.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
validateService21.errors = vErrors;
return errors === 0;
}
validateService21.evaluated = {"props":{"v":true,"kind":true,"output":true},"dynamicProps":false,"dynamicItems":false};

export const isCheckResult = validateService22;
const schemaService33 = {"type":"object","required":["v","kind","result"],"properties":{"v":{"const":2},"kind":{"const":"check-result"},"result":{"type":"object","required":["passed"],"properties":{"passed":{"type":"boolean"},"reason":{"type":"string"},"judgeResponse":{"type":"string"},"attributes":{"type":"object"}}}}};

function validateService22(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validateService22.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((((data.v === undefined) || (!(funcService0.call(data, "v")))) && (missing0 = "v")) || (((data.kind === undefined) || (!(funcService0.call(data, "kind")))) && (missing0 = "kind"))) || (((data.result === undefined) || (!(funcService0.call(data, "result")))) && (missing0 = "result"))){
validateService22.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0}}];
return false;
}
else {
if(data.v !== undefined && funcService0.call(data, "v")){
const _errs1 = errors;
if(2 !== data.v){
validateService22.errors = [{instancePath:instancePath+"/v",schemaPath:"#/properties/v/const",keyword:"const",params:{allowedValue: 2}}];
return false;
}
var valid0 = _errs1 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.kind !== undefined && funcService0.call(data, "kind")){
const _errs2 = errors;
if("check-result" !== data.kind){
validateService22.errors = [{instancePath:instancePath+"/kind",schemaPath:"#/properties/kind/const",keyword:"const",params:{allowedValue: "check-result"}}];
return false;
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.result !== undefined && funcService0.call(data, "result")){
let data2 = data.result;
const _errs3 = errors;
if(errors === _errs3){
if(data2 && typeof data2 == "object" && !Array.isArray(data2)){
let missing1;
if(((data2.passed === undefined) || (!(funcService0.call(data2, "passed")))) && (missing1 = "passed")){
validateService22.errors = [{instancePath:instancePath+"/result",schemaPath:"#/properties/result/required",keyword:"required",params:{missingProperty: missing1}}];
return false;
}
else {
if(data2.passed !== undefined && funcService0.call(data2, "passed")){
const _errs5 = errors;
if(typeof data2.passed !== "boolean"){
validateService22.errors = [{instancePath:instancePath+"/result/passed",schemaPath:"#/properties/result/properties/passed/type",keyword:"type",params:{type: "boolean"}}];
return false;
}
var valid1 = _errs5 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data2.reason !== undefined && funcService0.call(data2, "reason")){
const _errs7 = errors;
if(typeof data2.reason !== "string"){
validateService22.errors = [{instancePath:instancePath+"/result/reason",schemaPath:"#/properties/result/properties/reason/type",keyword:"type",params:{type: "string"}}];
return false;
}
var valid1 = _errs7 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data2.judgeResponse !== undefined && funcService0.call(data2, "judgeResponse")){
const _errs9 = errors;
if(typeof data2.judgeResponse !== "string"){
validateService22.errors = [{instancePath:instancePath+"/result/judgeResponse",schemaPath:"#/properties/result/properties/judgeResponse/type",keyword:"type",params:{type: "string"}}];
return false;
}
var valid1 = _errs9 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data2.attributes !== undefined && funcService0.call(data2, "attributes")){
let data6 = data2.attributes;
const _errs11 = errors;
if(!(data6 && typeof data6 == "object" && !Array.isArray(data6))){
validateService22.errors = [{instancePath:instancePath+"/result/attributes",schemaPath:"#/properties/result/properties/attributes/type",keyword:"type",params:{type: "object"}}];
return false;
}
var valid1 = _errs11 === errors;
}
else {
var valid1 = true;
}
}
}
}
}
}
else {
validateService22.errors = [{instancePath:instancePath+"/result",schemaPath:"#/properties/result/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
var valid0 = _errs3 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
else {
validateService22.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
validateService22.errors = vErrors;
return errors === 0;
}
validateService22.evaluated = {"props":{"v":true,"kind":true,"result":true},"dynamicProps":false,"dynamicItems":false};

export const isError = validateService23;
const schemaService34 = {"type":"object","required":["v","kind","code","message"],"properties":{"v":{"const":2},"kind":{"const":"error"},"code":{"type":"string"},"message":{"type":"string"},"toolId":{"type":"string"},"checkId":{"type":"string"},"issues":{"type":"array","items":{"type":"object","required":["instancePath","message"],"properties":{"instancePath":{"type":"string"},"schemaPath":{"type":"string"},"keyword":{"type":"string"},"params":{"type":"object"},"message":{"type":"string"}}}}}};

function validateService23(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validateService23.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((((((data.v === undefined) || (!(funcService0.call(data, "v")))) && (missing0 = "v")) || (((data.kind === undefined) || (!(funcService0.call(data, "kind")))) && (missing0 = "kind"))) || (((data.code === undefined) || (!(funcService0.call(data, "code")))) && (missing0 = "code"))) || (((data.message === undefined) || (!(funcService0.call(data, "message")))) && (missing0 = "message"))){
validateService23.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0}}];
return false;
}
else {
if(data.v !== undefined && funcService0.call(data, "v")){
const _errs1 = errors;
if(2 !== data.v){
validateService23.errors = [{instancePath:instancePath+"/v",schemaPath:"#/properties/v/const",keyword:"const",params:{allowedValue: 2}}];
return false;
}
var valid0 = _errs1 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.kind !== undefined && funcService0.call(data, "kind")){
const _errs2 = errors;
if("error" !== data.kind){
validateService23.errors = [{instancePath:instancePath+"/kind",schemaPath:"#/properties/kind/const",keyword:"const",params:{allowedValue: "error"}}];
return false;
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.code !== undefined && funcService0.call(data, "code")){
const _errs3 = errors;
if(typeof data.code !== "string"){
validateService23.errors = [{instancePath:instancePath+"/code",schemaPath:"#/properties/code/type",keyword:"type",params:{type: "string"}}];
return false;
}
var valid0 = _errs3 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.message !== undefined && funcService0.call(data, "message")){
const _errs5 = errors;
if(typeof data.message !== "string"){
validateService23.errors = [{instancePath:instancePath+"/message",schemaPath:"#/properties/message/type",keyword:"type",params:{type: "string"}}];
return false;
}
var valid0 = _errs5 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.toolId !== undefined && funcService0.call(data, "toolId")){
const _errs7 = errors;
if(typeof data.toolId !== "string"){
validateService23.errors = [{instancePath:instancePath+"/toolId",schemaPath:"#/properties/toolId/type",keyword:"type",params:{type: "string"}}];
return false;
}
var valid0 = _errs7 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.checkId !== undefined && funcService0.call(data, "checkId")){
const _errs9 = errors;
if(typeof data.checkId !== "string"){
validateService23.errors = [{instancePath:instancePath+"/checkId",schemaPath:"#/properties/checkId/type",keyword:"type",params:{type: "string"}}];
return false;
}
var valid0 = _errs9 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.issues !== undefined && funcService0.call(data, "issues")){
let data6 = data.issues;
const _errs11 = errors;
if(errors === _errs11){
if(Array.isArray(data6)){
var valid1 = true;
const len0 = data6.length;
for(let i0=0; i0<len0; i0++){
let data7 = data6[i0];
const _errs13 = errors;
if(errors === _errs13){
if(data7 && typeof data7 == "object" && !Array.isArray(data7)){
let missing1;
if((((data7.instancePath === undefined) || (!(funcService0.call(data7, "instancePath")))) && (missing1 = "instancePath")) || (((data7.message === undefined) || (!(funcService0.call(data7, "message")))) && (missing1 = "message"))){
validateService23.errors = [{instancePath:instancePath+"/issues/" + i0,schemaPath:"#/properties/issues/items/required",keyword:"required",params:{missingProperty: missing1}}];
return false;
}
else {
if(data7.instancePath !== undefined && funcService0.call(data7, "instancePath")){
const _errs15 = errors;
if(typeof data7.instancePath !== "string"){
validateService23.errors = [{instancePath:instancePath+"/issues/" + i0+"/instancePath",schemaPath:"#/properties/issues/items/properties/instancePath/type",keyword:"type",params:{type: "string"}}];
return false;
}
var valid2 = _errs15 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data7.schemaPath !== undefined && funcService0.call(data7, "schemaPath")){
const _errs17 = errors;
if(typeof data7.schemaPath !== "string"){
validateService23.errors = [{instancePath:instancePath+"/issues/" + i0+"/schemaPath",schemaPath:"#/properties/issues/items/properties/schemaPath/type",keyword:"type",params:{type: "string"}}];
return false;
}
var valid2 = _errs17 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data7.keyword !== undefined && funcService0.call(data7, "keyword")){
const _errs19 = errors;
if(typeof data7.keyword !== "string"){
validateService23.errors = [{instancePath:instancePath+"/issues/" + i0+"/keyword",schemaPath:"#/properties/issues/items/properties/keyword/type",keyword:"type",params:{type: "string"}}];
return false;
}
var valid2 = _errs19 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data7.params !== undefined && funcService0.call(data7, "params")){
let data11 = data7.params;
const _errs21 = errors;
if(!(data11 && typeof data11 == "object" && !Array.isArray(data11))){
validateService23.errors = [{instancePath:instancePath+"/issues/" + i0+"/params",schemaPath:"#/properties/issues/items/properties/params/type",keyword:"type",params:{type: "object"}}];
return false;
}
var valid2 = _errs21 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data7.message !== undefined && funcService0.call(data7, "message")){
const _errs23 = errors;
if(typeof data7.message !== "string"){
validateService23.errors = [{instancePath:instancePath+"/issues/" + i0+"/message",schemaPath:"#/properties/issues/items/properties/message/type",keyword:"type",params:{type: "string"}}];
return false;
}
var valid2 = _errs23 === errors;
}
else {
var valid2 = true;
}
}
}
}
}
}
}
else {
validateService23.errors = [{instancePath:instancePath+"/issues/" + i0,schemaPath:"#/properties/issues/items/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
var valid1 = _errs13 === errors;
if(!valid1){
break;
}
}
}
else {
validateService23.errors = [{instancePath:instancePath+"/issues",schemaPath:"#/properties/issues/type",keyword:"type",params:{type: "array"}}];
return false;
}
}
var valid0 = _errs11 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
}
}
}
}
else {
validateService23.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
validateService23.errors = vErrors;
return errors === 0;
}
validateService23.evaluated = {"props":{"v":true,"kind":true,"code":true,"message":true,"toolId":true,"checkId":true,"issues":true},"dynamicProps":false,"dynamicItems":false};

export const isInfo = validateService24;
const schemaService35 = {"type":"object","required":["protocol","packId","packVersion","artifactVersion","tools","checks"],"properties":{"protocol":{"type":"number"},"packId":{"type":"string"},"packVersion":{"type":"string"},"artifactVersion":{"type":"string"},"tools":{"type":"array","items":{"type":"object","required":["id"],"properties":{"id":{"type":"string"},"version":{"type":"string"}}}},"checks":{"type":"array","items":{"type":"string"}},"missingEnv":{"type":"array","items":{"type":"string"}}}};

function validateService24(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validateService24.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((((((((data.protocol === undefined) || (!(funcService0.call(data, "protocol")))) && (missing0 = "protocol")) || (((data.packId === undefined) || (!(funcService0.call(data, "packId")))) && (missing0 = "packId"))) || (((data.packVersion === undefined) || (!(funcService0.call(data, "packVersion")))) && (missing0 = "packVersion"))) || (((data.artifactVersion === undefined) || (!(funcService0.call(data, "artifactVersion")))) && (missing0 = "artifactVersion"))) || (((data.tools === undefined) || (!(funcService0.call(data, "tools")))) && (missing0 = "tools"))) || (((data.checks === undefined) || (!(funcService0.call(data, "checks")))) && (missing0 = "checks"))){
validateService24.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0}}];
return false;
}
else {
if(data.protocol !== undefined && funcService0.call(data, "protocol")){
let data0 = data.protocol;
const _errs1 = errors;
if(!((typeof data0 == "number") && (isFinite(data0)))){
validateService24.errors = [{instancePath:instancePath+"/protocol",schemaPath:"#/properties/protocol/type",keyword:"type",params:{type: "number"}}];
return false;
}
var valid0 = _errs1 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.packId !== undefined && funcService0.call(data, "packId")){
const _errs3 = errors;
if(typeof data.packId !== "string"){
validateService24.errors = [{instancePath:instancePath+"/packId",schemaPath:"#/properties/packId/type",keyword:"type",params:{type: "string"}}];
return false;
}
var valid0 = _errs3 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.packVersion !== undefined && funcService0.call(data, "packVersion")){
const _errs5 = errors;
if(typeof data.packVersion !== "string"){
validateService24.errors = [{instancePath:instancePath+"/packVersion",schemaPath:"#/properties/packVersion/type",keyword:"type",params:{type: "string"}}];
return false;
}
var valid0 = _errs5 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.artifactVersion !== undefined && funcService0.call(data, "artifactVersion")){
const _errs7 = errors;
if(typeof data.artifactVersion !== "string"){
validateService24.errors = [{instancePath:instancePath+"/artifactVersion",schemaPath:"#/properties/artifactVersion/type",keyword:"type",params:{type: "string"}}];
return false;
}
var valid0 = _errs7 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.tools !== undefined && funcService0.call(data, "tools")){
let data4 = data.tools;
const _errs9 = errors;
if(errors === _errs9){
if(Array.isArray(data4)){
var valid1 = true;
const len0 = data4.length;
for(let i0=0; i0<len0; i0++){
let data5 = data4[i0];
const _errs11 = errors;
if(errors === _errs11){
if(data5 && typeof data5 == "object" && !Array.isArray(data5)){
let missing1;
if(((data5.id === undefined) || (!(funcService0.call(data5, "id")))) && (missing1 = "id")){
validateService24.errors = [{instancePath:instancePath+"/tools/" + i0,schemaPath:"#/properties/tools/items/required",keyword:"required",params:{missingProperty: missing1}}];
return false;
}
else {
if(data5.id !== undefined && funcService0.call(data5, "id")){
const _errs13 = errors;
if(typeof data5.id !== "string"){
validateService24.errors = [{instancePath:instancePath+"/tools/" + i0+"/id",schemaPath:"#/properties/tools/items/properties/id/type",keyword:"type",params:{type: "string"}}];
return false;
}
var valid2 = _errs13 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data5.version !== undefined && funcService0.call(data5, "version")){
const _errs15 = errors;
if(typeof data5.version !== "string"){
validateService24.errors = [{instancePath:instancePath+"/tools/" + i0+"/version",schemaPath:"#/properties/tools/items/properties/version/type",keyword:"type",params:{type: "string"}}];
return false;
}
var valid2 = _errs15 === errors;
}
else {
var valid2 = true;
}
}
}
}
else {
validateService24.errors = [{instancePath:instancePath+"/tools/" + i0,schemaPath:"#/properties/tools/items/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
var valid1 = _errs11 === errors;
if(!valid1){
break;
}
}
}
else {
validateService24.errors = [{instancePath:instancePath+"/tools",schemaPath:"#/properties/tools/type",keyword:"type",params:{type: "array"}}];
return false;
}
}
var valid0 = _errs9 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.checks !== undefined && funcService0.call(data, "checks")){
let data8 = data.checks;
const _errs17 = errors;
if(errors === _errs17){
if(Array.isArray(data8)){
var valid3 = true;
const len1 = data8.length;
for(let i1=0; i1<len1; i1++){
const _errs19 = errors;
if(typeof data8[i1] !== "string"){
validateService24.errors = [{instancePath:instancePath+"/checks/" + i1,schemaPath:"#/properties/checks/items/type",keyword:"type",params:{type: "string"}}];
return false;
}
var valid3 = _errs19 === errors;
if(!valid3){
break;
}
}
}
else {
validateService24.errors = [{instancePath:instancePath+"/checks",schemaPath:"#/properties/checks/type",keyword:"type",params:{type: "array"}}];
return false;
}
}
var valid0 = _errs17 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.missingEnv !== undefined && funcService0.call(data, "missingEnv")){
let data10 = data.missingEnv;
const _errs21 = errors;
if(errors === _errs21){
if(Array.isArray(data10)){
var valid4 = true;
const len2 = data10.length;
for(let i2=0; i2<len2; i2++){
const _errs23 = errors;
if(typeof data10[i2] !== "string"){
validateService24.errors = [{instancePath:instancePath+"/missingEnv/" + i2,schemaPath:"#/properties/missingEnv/items/type",keyword:"type",params:{type: "string"}}];
return false;
}
var valid4 = _errs23 === errors;
if(!valid4){
break;
}
}
}
else {
validateService24.errors = [{instancePath:instancePath+"/missingEnv",schemaPath:"#/properties/missingEnv/type",keyword:"type",params:{type: "array"}}];
return false;
}
}
var valid0 = _errs21 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
}
}
}
}
else {
validateService24.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
validateService24.errors = vErrors;
return errors === 0;
}
validateService24.evaluated = {"props":{"protocol":true,"packId":true,"packVersion":true,"artifactVersion":true,"tools":true,"checks":true,"missingEnv":true},"dynamicProps":false,"dynamicItems":false};
